import { posix, win32 } from 'node:path';
import { isInside, relativeSegments, pathSegments } from '../../core/files/isInside.ts';
import { getPathStyle, type PathStyle } from '../../core/files/pathStyle.ts';
import { normalizePath, PATH_REFUSAL_MESSAGES } from '../../core/files/normalizePath.ts';
import { getSensitivity, type Sensitivity } from '../../core/files/sensitivity.ts';
import type { Consent, ConsentRequest, PathOperation } from './consent.ts';
import type { FileLocation } from './documents.ts';
import { invalidParams } from '../wire/responseError.ts';
import { isInBareRepository } from './bareRepository.ts';
import { PathConsent } from './pathConsent.ts';
import { nodeFileSystem, type FileSystem } from '../disk/fileSystem.ts';
import { resolveRealPath, type PathFileSystem } from './resolveRealPath.ts';
import {
  toEnglish,
  localizable,
  localizableMessage,
  type LocalizableMessage,
} from '../../core/l10n.ts';

/** A checked path: as the agent wrote it, as the workspace names it, and with all links resolved. */
export interface GuardedPath extends FileLocation {
  readonly requested: string;
}

/** The verdict on a path. Only `allowed` needs no consent. */
export type PathEvaluation =
  | { readonly kind: 'allowed'; readonly location: GuardedPath }
  | { readonly kind: 'outside'; readonly location: GuardedPath }
  | { readonly kind: 'protected'; readonly location: GuardedPath; readonly what: string }
  | { readonly kind: 'secret'; readonly location: GuardedPath; readonly what: string }
  | { readonly kind: 'refused'; readonly requested: string; readonly why: LocalizableMessage };

export interface PathGuardOptions {
  /** The session's working directory and its additional directories. */
  readonly roots: readonly string[];
  readonly consent: Consent;
  readonly style?: PathStyle;
  readonly disk?: FileSystem;
}

interface Root {
  readonly normalized: string;
  readonly real: string;
}

/** Decides which paths an agent can access through the client. One guard serves one session. */
export class PathGuard {
  readonly #roots: readonly Root[];
  readonly #style: PathStyle;
  readonly #disk: FileSystem;
  readonly #consent: PathConsent;

  private constructor(
    roots: readonly Root[],
    consent: Consent,
    style: PathStyle,
    disk: FileSystem,
  ) {
    this.#roots = roots;
    this.#style = style;
    this.#disk = disk;
    this.#consent = new PathConsent(consent, style);
  }

  /** Resolves the roots once per session: a root that is later replaced by a link gives no access to its target. */
  static async create(options: PathGuardOptions): Promise<PathGuard> {
    const { consent, style = getPathStyle(process.platform), disk = nodeFileSystem } = options;
    const roots = options.roots.map(root => rootOf(root, style, disk));
    return new PathGuard(await Promise.all(roots), consent, style, disk);
  }

  /** Checks paths at the same time. What is found out about a folder counts for all of them. */
  async evaluateAll(
    requested: readonly string[],
    operation: PathOperation,
  ): Promise<readonly PathEvaluation[]> {
    const disk = withSharedStats(this.#disk);
    return Promise.all(requested.map(path => this.#evaluate(path, operation, disk)));
  }

  /** Checks a path without accessing more than resolving its links needs. */
  async evaluate(requested: string, operation: PathOperation): Promise<PathEvaluation> {
    return this.#evaluate(requested, operation, this.#disk);
  }

  async #evaluate(
    requested: string,
    operation: PathOperation,
    disk: PathFileSystem,
  ): Promise<PathEvaluation> {
    const plain = normalizePath(requested, this.#style);
    if (plain.kind === 'refused') {
      return {
        kind: 'refused',
        requested,
        why: localizableMessage(PATH_REFUSAL_MESSAGES[plain.reason]),
      };
    }
    const real = await resolveRealPath(plain.path, this.#style, disk);
    if (real.kind === 'refused') {
      return { kind: 'refused', requested, why: real.why };
    }
    const target = normalizePath(real.path, this.#style);
    if (target.kind === 'refused') {
      return {
        kind: 'refused',
        requested,
        why: localizableMessage(
          localizable('it points to {0}, and {1}'),
          real.path,
          localizableMessage(PATH_REFUSAL_MESSAGES[target.reason]),
        ),
      };
    }
    const location = this.#toGuardedPath(plain.path, real.path);
    const isLinked = operation === 'write' && real.stats?.isFile() === true && real.stats.nlink > 1;
    const verdict = this.#evaluateLocation(location, operation, isLinked);
    return verdict.kind === 'allowed' && operation === 'write' ? this.#checkGit(verdict) : verdict;
  }

  async #checkGit(verdict: PathEvaluation & { readonly kind: 'allowed' }): Promise<PathEvaluation> {
    const { location } = verdict;
    const root = this.#roots.find(({ real }) => isInside(real, location.real, this.#style));
    return root && (await isInBareRepository(location.real, root.real, this.#disk))
      ? { kind: 'protected', location, what: localizable('git hooks and configuration') }
      : verdict;
  }

  /** Asks the user about a write that would make a file run other code. Throws if it is denied. */
  async confirmCode(location: GuardedPath, what: string, signal?: AbortSignal): Promise<void> {
    await this.#ask({ kind: 'protected', location, what }, 'write', signal);
    await this.#requireUnmoved(location, 'write');
  }

  /** Whether a path is below one of the roots. */
  contains(location: GuardedPath): boolean {
    return this.#roots.some(root => isInside(root.real, location.real, this.#style));
  }

  /** Returns the location of a path that may be used. Asks the user where necessary, and throws if access is denied. */
  async authorize(
    requested: string,
    operation: PathOperation,
    signal?: AbortSignal,
  ): Promise<GuardedPath> {
    const verdict = await this.evaluate(requested, operation);
    switch (verdict.kind) {
      case 'allowed':
        return verdict.location;
      case 'refused':
        throw invalidParams(`${shortened(requested)}: ${toEnglish(verdict.why)}.`, {
          path: shortened(requested),
        });
      case 'outside':
      case 'protected':
      case 'secret':
        await this.#ask(verdict, operation, signal);
        return this.#requireUnmoved(verdict.location, operation);
    }
  }

  async #ask(
    verdict: Exclude<PathEvaluation, { kind: 'allowed' | 'refused' }>,
    operation: PathOperation,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { location } = verdict;
    const question: ConsentRequest & { kind: 'path' } = {
      kind: 'path',
      why: verdict.kind === 'protected' ? 'runs code' : verdict.kind,
      what: 'what' in verdict ? verdict.what : '',
      operation,
      requested: location.requested,
      real: location.real,
    };
    if (!(await this.#consent.request(question, signal))) {
      throw invalidParams(`The user did not allow this: ${operation} ${location.requested}.`, {
        path: location.requested,
        reason: question.why,
      });
    }
  }

  /** The user has allowed the path that was shown. If it leads elsewhere by now, the consent is void. */
  async #requireUnmoved(location: GuardedPath, operation: PathOperation): Promise<GuardedPath> {
    const verdict = await this.evaluate(location.requested, operation);
    if (verdict.kind === 'refused' || verdict.location.real !== location.real) {
      throw invalidParams(`${location.requested} changed while the user was asked.`, {
        path: location.requested,
      });
    }
    return location;
  }

  #evaluateLocation(
    location: GuardedPath,
    operation: PathOperation,
    isLinked: boolean,
  ): PathEvaluation {
    const sensitivity = operation === 'run' ? undefined : this.#sensitivity(location);
    if (sensitivity?.kind === 'secret') {
      return { kind: 'secret', location, what: sensitivity.what };
    }
    if (sensitivity && operation === 'write') {
      return { kind: 'protected', location, what: sensitivity.what };
    }
    if (!this.contains(location)) {
      return { kind: 'outside', location };
    }
    return isLinked
      ? {
          kind: 'protected',
          location,
          what: localizable('file with a hard link elsewhere'),
        }
      : { kind: 'allowed', location };
  }

  /** Checks both names below all roots: a link must not make a file look harmless. */
  #sensitivity(location: GuardedPath): Sensitivity | undefined {
    const found = [location.real, location.requested].flatMap(path =>
      this.#segmentsBelowRoots(path).flatMap(names => getSensitivity(names) ?? []),
    );
    return found.find(({ kind }) => kind === 'secret') ?? found[0];
  }

  /** The names from each root to the path, including the root's own name; all names if the path is outside. */
  #segmentsBelowRoots(path: string): readonly (readonly string[])[] {
    const below = this.#roots.flatMap(root =>
      [root.real, root.normalized].flatMap(top => {
        const names = relativeSegments(top, path, this.#style);
        return names ? [[...pathSegments(top, this.#style).slice(-1), ...names]] : [];
      }),
    );
    return below.length > 0 ? below : [pathSegments(path, this.#style)];
  }

  /** A workspace may have been opened through a link, and its editors use that path. */
  #toGuardedPath(requested: string, real: string): GuardedPath {
    const paths = this.#style.platform === 'win32' ? win32 : posix;
    for (const root of this.#roots) {
      const names = relativeSegments(root.real, real, this.#style);
      if (names) {
        return { requested, real, shown: paths.join(root.normalized, ...names) };
      }
    }
    return { requested, real, shown: requested };
  }
}

async function rootOf(root: string, style: PathStyle, disk: FileSystem): Promise<Root> {
  const plain = normalizePath(root, style);
  if (plain.kind === 'refused') {
    throw invalidParams(`${root} cannot be a root: ${PATH_REFUSAL_MESSAGES[plain.reason]}.`);
  }
  const real = await resolveRealPath(plain.path, style, disk);
  if (real.kind === 'refused') {
    throw invalidParams(`${root} cannot be a root: ${toEnglish(real.why)}.`);
  }
  return { normalized: plain.path, real: real.path };
}

const SHOWN_LIMIT_CHARS = 300;

const shortened = (path: string): string =>
  path.length > SHOWN_LIMIT_CHARS ? `${path.slice(0, SHOWN_LIMIT_CHARS)}…` : path;

/** Asks the disk about each path once, for checks that are made at the same time. */
function withSharedStats(disk: PathFileSystem): PathFileSystem {
  const known = new Map<string, ReturnType<PathFileSystem['lstat']>>();
  return {
    lstat: path => {
      const stats = known.get(path) ?? disk.lstat(path);
      known.set(path, stats);
      return stats;
    },
    readlink: path => disk.readlink(path),
    realpath: path => disk.realpath(path),
  };
}
