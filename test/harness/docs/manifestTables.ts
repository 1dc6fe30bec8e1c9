import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { inProject } from '../paths.ts';

const Setting = z.object({
  default: z.unknown(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  enumItemLabels: z.array(z.string()).optional(),
  description: z.string().optional(),
  markdownDescription: z.string().optional(),
});

const Configuration = z.object({ properties: z.record(z.string(), Setting) });

const Manifest = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    configuration: z.union([Configuration.transform(one => [one]), z.array(Configuration)]),
    keybindings: z.array(z.object({ command: z.string(), key: z.string(), mac: z.string() })),
  }),
});

type Setting = z.infer<typeof Setting>;

/** The keys and settings of the extension as Markdown tables, for the documents that list them. */
export interface ManifestTables {
  readonly keys: string;
  readonly settings: string;
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(inProject(name), 'utf8'));

/** Reads the tables from package.json and package.nls.json. */
export const readManifestTables = (): ManifestTables =>
  manifestTables(readJson('package.json'), readJson('package.nls.json'));

export function manifestTables(manifest: unknown, texts: unknown): ManifestTables {
  const { commands, configuration, keybindings } = Manifest.parse(manifest).contributes;
  const words = z.record(z.string(), z.string()).parse(texts);
  const localized = (text = ''): string => words[text.replaceAll('%', '')] ?? text;
  const titles = new Map(commands.map(({ command, title }) => [command, localized(title)]));
  // VS Code itself contributes the command that shows a view.
  titles.set('accord.chat.focus', 'Go to the Chat');
  const keys = keybindings.map(({ command, key, mac }) => [
    titles.get(command) ?? command,
    displayedKey(key),
    displayedKey(mac),
  ]);
  const settings = configuration.flatMap(({ properties }) => Object.entries(properties));
  return {
    keys: table(['Command', 'Windows and Linux', 'Mac'], distinct(keys)),
    settings: table(
      ['Setting', 'Default', 'Description'],
      settings.map(([name, setting]) => settingRow(name, setting, localized)),
    ),
  };
}

function settingRow(
  name: string,
  setting: Setting,
  localized: (text?: string) => string,
): readonly string[] {
  const description = localized(setting.markdownDescription ?? setting.description);
  const values = (setting.enum ?? []).map((value, index) => {
    const label = localized(setting.enumItemLabels?.[index]);
    return label ? `\`${value}\` (${label})` : `\`${value}\``;
  });
  const choices = values.length > 0 ? ` Values: ${values.join(', ')}.` : '';
  return [`\`${name}\``, `\`${JSON.stringify(setting.default)}\``, description + choices];
}

/** `ctrl+k shift+l` is displayed as `Ctrl+K Shift+L`. */
const displayedKey = (key: string): string =>
  `\`${key.replaceAll(/[a-z]\w*/g, word => (word[0] ?? '').toUpperCase() + word.slice(1))}\``;

const distinct = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...new Map(rows.map(row => [row.join('\n'), row])).values(),
];

/** Columns and emphasis are written as the formatter wants them. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map(row =>
    row.map(cell =>
      cell
        .replaceAll(/\s+/g, ' ')
        .replaceAll('|', String.raw`\|`)
        // The settings editor makes a link of `#accord.agents#`, a document does not.
        .replaceAll(/`#([\w.]+)#`/g, '`$1`')
        .replaceAll(/\*(\w+)\*/g, '_$1_'),
    ),
  );
  const widths = header.map((_, column) => Math.max(...cells.map(row => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = cells;
  const rule = widths.map(width => '-'.repeat(width));
  return `${[line(first), line(rule), ...others.map(line)].join('\n')}\n`;
}
