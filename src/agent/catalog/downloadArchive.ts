import { mkdir, rm } from 'node:fs/promises';
import { UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';
import { unpackArchive } from './archive/unpackArchive.ts';
import type { Archive } from './archive/unpackArchive.ts';
import { ArchiveError } from './archive/unpackFolder.ts';
import { download } from './download.ts';
import type { DownloadOptions } from './download.ts';

export interface InstallProgress {
  readonly message: string;
  /** From 0 to 1, if it is known. */
  readonly fraction?: number;
}

export interface ArchiveDownload
  extends Omit<DownloadOptions, 'file' | 'onProgress'>, Omit<Archive, 'file'> {
  /** The name of what is installed, for the error message. */
  readonly name: string;
  readonly onProgress?: ((progress: InstallProgress) => void) | undefined;
}

/** Downloads an archive and unpacks it into a folder, which is created. Returns the path of its program. */
export async function downloadArchive(archive: ArchiveDownload): Promise<string> {
  const { name, url, folder, onProgress } = archive;
  const file = `${folder}.download`;
  await download({
    ...archive,
    file,
    onProgress: (bytes, ofBytes) => onProgress?.(downloaded(bytes, ofBytes)),
  });
  onProgress?.({ message: t('Unpacking') });
  await mkdir(folder);
  try {
    const program = await unpackArchive({ ...archive, file });
    await rm(file);
    return program;
  } catch (error) {
    throw error instanceof ArchiveError
      ? new UserError(
          t(
            "Can't use the archive for {0} from {1}: {2}. Nothing was installed.",
            name,
            url,
            error.message,
          ),
        )
      : error;
  }
}

const BYTES_PER_MB = 1_000_000;

function downloaded(bytes: number, ofBytes: number | undefined): InstallProgress {
  return ofBytes === undefined
    ? { message: t('{0} MB', mb(bytes)) }
    : { message: t('{0} of {1} MB', mb(bytes), mb(ofBytes)), fraction: bytes / ofBytes };
}

const mb = (bytes: number): string => (bytes / BYTES_PER_MB).toFixed(1);
