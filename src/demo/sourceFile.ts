import { readFile, readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Language, getLanguage } from './language.ts';
import { hasComments, countComments } from './demoComments.ts';

const MAX_DEPTH = 6;
const MAX_FILES_SEEN = 5_000;
const MAX_FILES_READ = 25;
const MAX_SIZE_BYTES = 60_000;
const MIN_SIZE_BYTES = 1;
const SKIPPED_FOLDERS = /^(?:\..*|node_modules|dist|out|build|target|vendor|coverage|__pycache__)$/;

/** A file in a language that the demo knows. */
export interface SourceFile {
  readonly path: string;
  /** The path relative to the workspace root. */
  readonly displayPath: string;
  readonly language: Language;
}

export function toSourceFile(cwd: string, path: string): SourceFile | undefined {
  const language = getLanguage(path);
  return language && { path, displayPath: relative(cwd, path).split(sep).join('/'), language };
}

/** Finds the best example in a workspace: source code rather than tests, with several positions for comments. */
export async function findSourceFile(cwd: string): Promise<SourceFile | undefined> {
  const files = await sourceFiles(cwd);
  const candidates = files
    .toSorted((a, b) => preference(b) - preference(a))
    .slice(0, MAX_FILES_READ);
  let best: SourceFile | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const file of candidates) {
    const score = await scoreOf(file);
    if (score > bestScore) {
      best = file;
      bestScore = score;
    }
  }
  return best;
}

/** Searches level by level, so that a large nested folder does not exhaust the limit. */
async function sourceFiles(cwd: string): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = [];
  let level = [cwd];
  for (let depth = 0, seen = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      // Unreadable folders are skipped.
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      seen += entries.length;
      if (seen > MAX_FILES_SEEN) {
        return found;
      }
      const inside = (name: string) => join(folder, name);
      const wanted = entries.filter(({ name }) => !SKIPPED_FOLDERS.test(name));
      next.push(...wanted.filter(entry => entry.isDirectory()).map(({ name }) => inside(name)));
      const files = wanted.filter(entry => entry.isFile()).map(({ name }) => inside(name));
      found.push(...files.flatMap(path => toSourceFile(cwd, path) ?? []));
    }
    level = next.toSorted();
  }
  return found;
}

function preference({ displayPath, language }: SourceFile): number {
  const likesFolder = /^(?:src|lib|app|pkg|cmd)\//.test(displayPath) ? 2 : 0;
  const isCode = language.syntax ? 4 : 0;
  const isSide = /(?:test|spec|fixture|example|config|\.d\.|\.min\.|notes-from-demo)/i.test(
    displayPath,
  )
    ? 5
    : 0;
  return isCode + likesFolder - isSide;
}

async function scoreOf(file: SourceFile): Promise<number> {
  const text = await textOf(file.path);
  if (text === undefined) {
    return Number.NEGATIVE_INFINITY;
  }
  const fresh = hasComments(text) ? 0 : 1;
  return preference(file) * 4 + countComments(text, file.language) * 4 + fresh;
}

/** The text of a file, unless it is too large or binary. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    if (size < MIN_SIZE_BYTES || size > MAX_SIZE_BYTES) {
      return undefined;
    }
    const text = await readFile(path, 'utf8');
    return /[\0\uFFFD]/.test(text) ? undefined : text;
  } catch {
    return undefined; // Deleted or locked.
  }
}
