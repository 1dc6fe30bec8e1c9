import { createWriteStream } from 'node:fs';
import { chmod, mkdir, realpath, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isInnerPath } from '../../../core/catalog/registry.ts';
import { t } from '../../../core/l10n.ts';

/** An archive that is damaged or malicious. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

const MAX_ENTRIES = 100_000;
const MAX_BYTES = 2 * 1024 * 1024 * 1024;
/** Programs are compressed to about a third. A much higher ratio is meant to fill the disk. */
const MAX_GROWTH = 200;
const GROWTH_FREE_BYTES = 64 * 1024 * 1024;
const MAX_PATH_CHARS = 1024;

/**
 * An empty folder into which an archive is unpacked. Nothing is written outside of it: names are checked, nothing is
 * written twice, and links are created last, when nothing more can be written through them.
 */
export class UnpackFolder {
  readonly #root: string;
  readonly #maxBytes: number;
  readonly #skip: RegExp | undefined;
  /** The folders that exist already. */
  readonly #folders = new Set<string>();
  readonly #links: { readonly path: string; readonly target: string }[] = [];
  #entries = 0;
  #bytes = 0;

  /** Files whose names match `skip` are read but not written. */
  constructor(root: string, archiveBytes: number, skip?: RegExp) {
    this.#root = root;
    this.#skip = skip;
    this.#maxBytes = Math.min(MAX_BYTES, Math.max(GROWTH_FREE_BYTES, archiveBytes * MAX_GROWTH));
  }

  async addFolder(name: string): Promise<void> {
    await mkdir(this.#pathFor(name), { recursive: true });
  }

  async addFile(name: string, mode: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.#pathFor(name);
    if (this.#skip?.test(name)) {
      return pipeline(this.#counted(content), new Writable({ write: (_chunk, _, done) => done() }));
    }
    await this.#addParent(path);
    await pipeline(this.#counted(content), createWriteStream(path, { flags: 'wx', mode: 0o644 }));
    if (mode & 0o111) {
      await chmod(path, 0o755);
    }
  }

  addLink(name: string, target: string): void {
    const path = this.#pathFor(name);
    const aim = resolve(dirname(path), target);
    if (target === '' || target.startsWith('/') || target.includes('\\') || !this.#isInside(aim)) {
      throw new ArchiveError(t('its link {0} points outside the archive ({1})', name, target));
    }
    this.#links.push({ path, target });
  }

  /** Creates the links, and checks their targets. */
  async finish(): Promise<void> {
    // All folders first: a folder below a link would be created where the link points.
    for (const { path } of this.#links) {
      await mkdir(dirname(path), { recursive: true });
    }
    for (const { path, target } of this.#links) {
      await symlink(target, path);
    }
    const root = await realpath(this.#root);
    for (const { path } of this.#links) {
      const real = await realpath(path).catch(() => undefined);
      if (!real || relative(root, real).split(sep)[0] === '..') {
        throw new ArchiveError(
          t('its link {0} is broken or points outside the archive', relative(this.#root, path)),
        );
      }
    }
  }

  /** The path of the program in the archive, which is made executable. */
  async program(cmd: string): Promise<string> {
    const path = join(this.#root, ...cmd.replace(/^\.[/\\]/, '').split(/[/\\]/));
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isFile()) {
      throw new ArchiveError(t("it doesn't contain {0}", cmd));
    }
    await chmod(path, 0o755);
    return path;
  }

  async #addParent(path: string): Promise<void> {
    const folder = dirname(path);
    if (!this.#folders.has(folder)) {
      await mkdir(folder, { recursive: true });
      this.#folders.add(folder);
    }
  }

  #pathFor(name: string): string {
    this.#entries += 1;
    if (this.#entries > MAX_ENTRIES) {
      throw new ArchiveError(t('it contains more than {0} entries', MAX_ENTRIES));
    }
    const inner = name.replace(/\/$/, '');
    if (inner.length > MAX_PATH_CHARS || inner.includes('\\') || !isInnerPath(inner)) {
      throw new ArchiveError(
        t('its entry {0} is outside the archive', JSON.stringify(name.slice(0, 100))),
      );
    }
    return join(this.#root, ...inner.replace(/^\.\//, '').split('/'));
  }

  #isInside(path: string): boolean {
    return path.startsWith(this.#root + sep);
  }

  #counted(content: AsyncIterable<Uint8Array>): Readable {
    const count = (bytes: number): void => {
      this.#bytes += bytes;
      if (this.#bytes > this.#maxBytes) {
        throw new ArchiveError(t('it is too large when unpacked'));
      }
    };
    return Readable.from(
      (async function* counted() {
        for await (const chunk of content) {
          count(chunk.length);
          yield chunk;
        }
      })(),
    );
  }
}
