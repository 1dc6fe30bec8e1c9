/** Folders of dependencies. They are too large to be kept, but the user is told when they change. */
const DEPENDENCY_FOLDERS: readonly string[] = [
  'node_modules/',
  'bower_components/',
  '.venv/',
  '.tox/',
  '.gradle/',
  '.next/',
  '.nuxt/',
];

/** Caches and the data of other version control systems, which tools rewrite at any time. Nobody is told about them. */
const CACHES: readonly string[] = [
  '__pycache__/',
  '.mypy_cache/',
  '.pytest_cache/',
  '.ruff_cache/',
  '.parcel-cache/',
  '.turbo/',
  '.svn/',
  '.hg/',
  '.jj/',
  '.DS_Store',
  'Thumbs.db',
];

/** What is ignored even without a `.gitignore`. A `.gitignore` can include it again. */
export const DEFAULT_EXCLUDES: readonly string[] = [...DEPENDENCY_FOLDERS, ...CACHES];

const dependencyFolders = new Set(DEPENDENCY_FOLDERS);
const caches = new Set(CACHES);
/** Caches that tools keep inside folders of dependencies. */
const innerCaches = new Set(['.cache/', '.vite/', '.git/']);

/** Whether a folder contains dependencies. The path ends in `/`. */
export const isDependencyFolder = (folder: string): boolean =>
  dependencyFolders.has(lastSegment(folder));

/** Whether a path is a cache, which is neither kept nor reported. The path of a folder ends in `/`. */
export const isCache = (path: string): boolean => {
  const name = lastSegment(path);
  return caches.has(name) || innerCaches.has(name);
};

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/', path.length - 2) + 1);
}
