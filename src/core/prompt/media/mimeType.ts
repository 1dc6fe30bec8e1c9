/** Guesses the MIME type from a file's name. */
export function getMimeType(name: string): string | undefined {
  const lower = name.toLowerCase();
  return BY_NAME.get(lower) ?? BY_EXTENSION.get(getExtension(lower));
}

/** The extension of a file name, in lower case and without the dot. Also used as the language of a code fence. */
export function getExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
  return /^[a-z0-9+#_-]{1,16}$/.test(extension) ? extension : '';
}

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['dockerfile', 'text/x-dockerfile'],
  ['makefile', 'text/x-makefile'],
  ['cmakelists.txt', 'text/x-cmake'],
]);

/** Where there is a choice, text files have a type that starts with `text/`, because agents show those as text. */
const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'text/plain': 'txt log text conf cfg ini properties lock',
    'text/markdown': 'md markdown mdx',
    'text/html': 'html htm',
    'text/css': 'css',
    'text/x-scss': 'scss',
    'text/x-less': 'less',
    'text/csv': 'csv',
    'text/tab-separated-values': 'tsv',
    'text/javascript': 'js mjs cjs',
    'text/jsx': 'jsx',
    'text/typescript': 'ts mts cts',
    'text/tsx': 'tsx',
    'text/x-python': 'py pyi pyw',
    'text/x-java': 'java',
    'text/x-kotlin': 'kt kts',
    'text/x-scala': 'scala sc',
    'text/x-go': 'go',
    'text/x-rust': 'rs',
    'text/x-c': 'c h',
    'text/x-c++': 'cpp cc cxx hpp hh hxx c++',
    'text/x-csharp': 'cs',
    'text/x-swift': 'swift',
    'text/x-objective-c': 'm mm',
    'text/x-ruby': 'rb',
    'text/x-php': 'php',
    'text/x-perl': 'pl pm',
    'text/x-lua': 'lua',
    'text/x-r': 'r',
    'text/x-dart': 'dart',
    'text/x-elixir': 'ex exs',
    'text/x-haskell': 'hs',
    'text/x-clojure': 'clj cljs',
    'text/x-sql': 'sql',
    'text/x-shellscript': 'sh bash zsh fish',
    'text/x-powershell': 'ps1 psm1',
    'text/x-tex': 'tex',
    'text/x-diff': 'diff patch',
    'text/x-vue': 'vue',
    'text/x-svelte': 'svelte',
    'text/x-protobuf': 'proto',
    'text/x-toml': 'toml',
    'text/yaml': 'yml yaml',
    'text/xml': 'xml xsd xsl plist',
    'application/json': 'json jsonc json5',
    'application/x-ipynb+json': 'ipynb',
    'image/svg+xml': 'svg',
    'image/png': 'png',
    'image/jpeg': 'jpg jpeg',
    'image/gif': 'gif',
    'image/webp': 'webp',
    'image/bmp': 'bmp',
    'image/x-icon': 'ico',
    'image/tiff': 'tif tiff',
    'image/avif': 'avif',
    'audio/mpeg': 'mp3',
    'audio/wav': 'wav',
    'audio/ogg': 'ogg oga opus',
    'audio/flac': 'flac',
    'audio/mp4': 'm4a',
    'audio/aac': 'aac',
    'video/mp4': 'mp4',
    'video/webm': 'webm',
    'video/quicktime': 'mov',
    'application/pdf': 'pdf',
    'application/zip': 'zip',
    'application/gzip': 'gz tgz',
    'application/x-tar': 'tar',
    'application/wasm': 'wasm',
    'application/java-archive': 'jar',
    'application/msword': 'doc',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
    'application/vnd.ms-excel': 'xls',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
    'font/woff2': 'woff2',
    'font/ttf': 'ttf',
  }).flatMap(([type, extensions]) =>
    extensions.split(' ').map((extension): [string, string] => [extension, type]),
  ),
);
