import type { Stats } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { PathStyle } from '../../core/files/pathStyle.ts';
import { normalizePath, PATH_REFUSAL_MESSAGES } from '../../core/files/normalizePath.ts';
import { localizable, localizableMessage, type LocalizableMessage } from '../../core/l10n.ts';
import { errorCode } from '../../core/errorCode.ts';

/** What resolving links needs from the disk. */
export interface PathFileSystem {
  lstat(path: string): Promise<Stats>;
  readlink(path: string): Promise<string>;
  realpath(path: string): Promise<string>;
}

/** The real path, or the reason why it cannot be resolved. */
export type RealPathResult =
  | {
      readonly kind: 'real';
      readonly path: string;
      /** The stats of the target; `undefined` if it does not exist yet. */
      readonly stats: Stats | undefined;
    }
  | Refused;

interface Refused {
  readonly kind: 'refused';
  readonly why: LocalizableMessage;
}

const NOT_A_FOLDER = localizable("part of the path isn't a folder");
const IN_CIRCLES = localizable('its links form a loop');
/** The limit of Linux. */
const LINK_LIMIT = 40;

/**
 * Resolves all links of a path, name by name, as far as it exists. What does not exist yet is appended as it is. A link
 * to a network or device path is refused before it is accessed.
 */
export async function resolveRealPath(
  path: string,
  style: PathStyle,
  disk: PathFileSystem,
): Promise<RealPathResult> {
  try {
    const walked = await walk(path, style, disk);
    if (walked.kind === 'refused') {
      return walked;
    }
    // If case does not matter, the file system knows how a name is really written.
    const top = style.ignoreCase ? await disk.realpath(walked.top) : walked.top;
    return { kind: 'real', path: pathsOf(style).join(top, ...walked.rest), stats: walked.stats };
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    const why = REASONS[code];
    return refused(
      why === undefined
        ? localizableMessage(localizable("it can't be accessed ({0})"), code)
        : localizableMessage(why),
    );
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: localizable('access to a parent folder is denied'),
  EPERM: localizable('access to a parent folder is denied'),
  ENAMETOOLONG: localizable('the path is too long'),
  ELOOP: IN_CIRCLES,
  ENOTDIR: NOT_A_FOLDER,
};

/** The existing part of a path, and the rest. */
type Walked =
  | {
      readonly kind: 'found';
      readonly top: string;
      readonly rest: readonly string[];
      readonly stats: Stats | undefined;
    }
  | Refused;

async function walk(path: string, style: PathStyle, disk: PathFileSystem): Promise<Walked> {
  const paths = pathsOf(style);
  let here = paths.parse(path).root;
  let ahead = namesIn(path, style);
  let links = 0;
  let found: Stats | undefined;
  for (let name = ahead.shift(); name !== undefined; name = ahead.shift()) {
    const next = paths.join(here, name);
    const stats = await tryLstat(next, disk);
    if (stats?.isSymbolicLink()) {
      const link = await linkAt(next, style, disk);
      links += 1;
      if (link.kind === 'refused' || links > LINK_LIMIT) {
        return refusedLink(link.kind === 'refused' ? link.why : localizableMessage(IN_CIRCLES));
      }
      here = link.root ?? here;
      found = undefined;
      ahead = [...link.names, ...ahead];
    } else if (!stats) {
      return ended(here, [name, ...ahead]);
    } else if (ahead.length > 0 && !stats.isDirectory()) {
      return refused(localizableMessage(NOT_A_FOLDER));
    } else {
      here = next;
      found = stats;
    }
  }
  return { kind: 'found', top: here, rest: [], stats: found ?? (await disk.lstat(here)) };
}

const refused = (why: LocalizableMessage): Refused => ({ kind: 'refused', why });

const refusedLink = (why: LocalizableMessage): Refused =>
  refused(localizableMessage(localizable('a link in the path: {0}'), why));

/** Nothing below a missing folder can be a link, but the result of `..` there would be arbitrary. */
function ended(top: string, rest: readonly string[]): Walked {
  return rest.includes('..')
    ? refusedLink(localizableMessage(localizable("a parent folder doesn't exist")))
    : { kind: 'found', top, rest, stats: undefined };
}

type Link =
  | { readonly kind: 'link'; readonly root: string | undefined; readonly names: readonly string[] }
  | Refused;

async function linkAt(path: string, style: PathStyle, disk: PathFileSystem): Promise<Link> {
  const paths = pathsOf(style);
  const target = await disk.readlink(path);
  const isAbsolute = paths.isAbsolute(target);
  const plain = normalizePath(isAbsolute ? target : paths.join(paths.dirname(path), target), style);
  return plain.kind === 'refused'
    ? refused(localizableMessage(PATH_REFUSAL_MESSAGES[plain.reason]))
    : {
        kind: 'link',
        root: isAbsolute ? paths.parse(plain.path).root : undefined,
        names: namesIn(target, style),
      };
}

const pathsOf = (style: PathStyle): typeof posix => (style.platform === 'win32' ? win32 : posix);

/** The names below the root. `..` stays, since after a link it means the parent of the link's target. */
function namesIn(path: string, style: PathStyle): string[] {
  if (style.platform === 'win32') {
    const { root } = win32.parse(path);
    return path.slice(root.length).split(/[\\/]/).filter(isName);
  }
  return path.split('/').filter(isName);
}

const isName = (name: string): boolean => name !== '' && name !== '.';

async function tryLstat(path: string, disk: PathFileSystem): Promise<Stats | undefined> {
  try {
    return await disk.lstat(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
