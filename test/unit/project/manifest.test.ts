import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { COMMANDS } from '../../../src/vscode/commands.ts';
import { STRINGS } from '../../../src/webview/ui/strings.ts';
import { DEFAULT_SETTINGS, WORKSPACE_RULES } from '../../../src/vscode/settingsSchema.ts';

const Manifest = z.object({
  main: z.string(),
  repository: z.object({ url: z.string() }),
  bugs: z.object({ url: z.string() }),
  homepage: z.string(),
  activationEvents: z.array(z.string()),
  engines: z.object({ vscode: z.string() }),
  devDependencies: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  contributes: z.object({
    viewsContainers: z.object({
      secondarySidebar: z.array(z.looseObject({ id: z.string() })),
      activitybar: z.array(z.looseObject({ id: z.string() })),
    }),
    commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.string() })),
    configuration: z.array(
      z.object({
        order: z.number(),
        properties: z.record(
          z.string(),
          z.object({ scope: z.string(), default: z.unknown(), order: z.number() }),
        ),
      }),
    ),
    keybindings: z.array(z.object({ key: z.string(), when: z.string().default('') })),
    menus: z.record(z.string(), z.array(z.object({ command: z.string().optional() }))),
  }),
});

const read = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../${name}`, import.meta.url), 'utf8'));

const source = await read('package.json');
const manifest = Manifest.parse(source);
const settings = Object.assign(
  {},
  ...manifest.contributes.configuration.map(({ properties }) => properties),
) as (typeof manifest.contributes.configuration)[number]['properties'];
const words = z.record(z.string(), z.string()).parse(await read('package.nls.json'));

/** The strings of a manifest that VS Code displays, by the name of the field. */
function shownIn(value: unknown, field = ''): readonly string[] {
  if (typeof value === 'string') {
    return SHOWN.test(field) && value !== 'Accord' ? [value] : [];
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        shownIn(inner, Array.isArray(value) ? field : name),
      )
    : [];
}

/** The settings whose values belong to one machine: in a remote window they are settings of the remote machine. */
const MACHINE_BOUND: Readonly<Record<string, string>> = {
  agents: 'programs and their paths',
  mcpServers: 'programs and their paths',
  defaultAgent: 'names one of the agents of that machine',
  'permissions.rules': 'paths and commands',
  trace: 'records the agents of that machine',
};

const SHOWN =
  /^(?:displayName|description|title|shortTitle|name|label|markdownDescription|(?:markdownE|e)numDescriptions|enumItemLabels|(?:markdownD|d)eprecationMessage|errorMessage|patternErrorMessage|contents|category|altText)$/;

describe('the manifest', () => {
  it('has links that belong to the same repository', () => {
    const repository = manifest.repository.url.replace(/\.git$/, '');
    expect(manifest.bugs.url).toBe(`${repository}/issues`);
    expect(manifest.homepage).toBe(`${repository}#readme`);
  });

  // VS Code before 1.106 ignores the first place. Later ones ignore the second, since they have that container already.
  it('has its views in the secondary side bar, and in the activity bar where there is none', () => {
    const { viewsContainers } = manifest.contributes;
    expect(Object.keys(viewsContainers)).toEqual(['secondarySidebar', 'activitybar']);
    expect(viewsContainers.activitybar).toEqual(viewsContainers.secondarySidebar);
    expect(viewsContainers.activitybar.map(({ id }) => id)).toEqual(['accord']);
  });

  it('declares exactly the commands of the code', () => {
    const listed = manifest.contributes.commands.map(({ command }) => command);
    expect(listed.toSorted()).toEqual(Object.values(COMMANDS).toSorted());
  });

  it('puts every command into the category Accord', () => {
    expect(manifest.contributes.commands.map(({ category }) => category)).toEqual(
      manifest.contributes.commands.map(() => 'Accord'),
    );
  });

  it('uses only commands of its own in menus', () => {
    const used = Object.values(manifest.contributes.menus).flat();
    const known = new Set<string>(Object.values(COMMANDS));
    expect(used.filter(({ command }) => command !== undefined && !known.has(command))).toEqual([]);
  });

  it('declares the settings that the code reads, with the same defaults, and no others', () => {
    const declared = Object.entries(settings);
    expect(Object.fromEntries(declared.map(([name, schema]) => [name, schema.default]))).toEqual(
      Object.fromEntries(
        Object.entries(DEFAULT_SETTINGS).map(([name, value]) => [`accord.${name}`, value]),
      ),
    );
  });

  it('does not let a workspace set what names a program or grants a permission', () => {
    const userOnly = Object.entries(WORKSPACE_RULES).filter(([, rule]) => rule.kind === 'userOnly');
    expect(userOnly.length).toBeGreaterThan(5);
    for (const [name] of userOnly) {
      const scope = settings[`accord.${name}`]?.scope;
      expect([name, scope]).toEqual([name, MACHINE_BOUND[name] ? 'machine' : 'application']);
    }
  });

  it('binds settings to a machine only for a reason, so that the others are the same everywhere', () => {
    const bound = Object.entries(settings).filter(([, { scope }]) => scope.startsWith('machine'));
    expect(bound.map(([name]) => name).toSorted()).toEqual(
      Object.keys(MACHINE_BOUND)
        .map(name => `accord.${name}`)
        .toSorted(),
    );
  });

  it('orders its settings and their groups', () => {
    const groups = manifest.contributes.configuration;
    expect(groups.map(({ order }) => order)).toEqual(groups.map((_, at) => at + 1));
    for (const { properties } of groups) {
      const orders = Object.values(properties).map(({ order }) => order);
      expect(orders).toEqual(orders.map((_, at) => at + 1));
    }
  });

  it('declares for every setting what a workspace may do with it', () => {
    const declared = Object.keys(settings);
    const ruled = Object.keys(WORKSPACE_RULES).map(name => `accord.${name}`);
    expect(ruled.toSorted()).toEqual(declared.toSorted());
  });

  it('takes every displayed string from package.nls.json, which contains no others', () => {
    const { name: _, ...shown } = z.looseObject({ name: z.string() }).parse(source);
    const used = shownIn(shown);
    expect(used.filter(text => !/^%[\w.]+%$/.test(text))).toEqual([]);
    expect([...new Set(used.map(text => text.slice(1, -1)))].toSorted()).toEqual(
      Object.keys(words).toSorted(),
    );
  });

  it('binds only keys that the list of keyboard shortcuts in the chat names', () => {
    const listed = new Set(Object.values(STRINGS).map(text => text.toLowerCase()));
    const keys = manifest.contributes.keybindings.map(({ key }) =>
      key.replace('shift+alt+', 'alt+'),
    );
    expect(keys.filter(key => !listed.has(key))).toEqual([]);
  });

  it('binds keys of chat editors only while an editor has the focus', () => {
    // The focus need not be in the active editor, and the terminal uses Ctrl+Shift+V itself.
    const forEditor = manifest.contributes.keybindings.filter(({ when }) =>
      when.includes('activeWebviewPanelId'),
    );
    expect(forEditor).toHaveLength(1);
    for (const { when } of forEditor) {
      expect(when).toMatch(/activeWebviewPanelId == \S+ && !focusedView && !inputFocus$/);
    }
  });

  it('activates once after startup, and never earlier unasked', () => {
    expect(manifest.activationEvents).toEqual(['onStartupFinished']);
    expect(manifest.main).toBe('./dist/startup.cjs');
  });

  it('loads only the startup module for that activation', async () => {
    const { metafile } = await build({
      entryPoints: ['src/startup.ts'],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      external: ['vscode'],
    });
    expect(Object.keys(metafile.inputs).toSorted()).toEqual([
      'src/core/chat/chatPageHtml.ts',
      'src/startup.ts',
      'src/vscode/chat/chatHtml.ts',
      'src/vscode/commands.ts',
      'src/vscode/review/documents/reviewFolder.ts',
      'src/vscode/workspaceRoots.ts',
    ]);
  });

  it('pins every version, and takes no newer VS Code types than the oldest VS Code it runs in', () => {
    const versions = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(Object.entries(versions).filter(([, version]) => !/^\d/.test(version))).toEqual([]);
    expect(`^${versions['@types/vscode']}`).toBe(manifest.engines.vscode);
  });
});
