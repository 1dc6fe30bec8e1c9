import { expect, it } from 'vitest';
import { manifestTables } from '../../../harness/docs/manifestTables.ts';

const manifest = {
  contributes: {
    commands: [{ command: 'accord.go', title: '%command.go%' }],
    configuration: {
      properties: {
        'accord.when': {
          default: 'now',
          enum: ['now', 'later'],
          enumItemLabels: ['%when.now%', '%when.later%'],
          markdownDescription: '%when%',
        },
      },
    },
    keybindings: [
      { command: 'accord.go', key: 'ctrl+k shift+f5', mac: 'cmd+k g', when: 'a' },
      { command: 'accord.go', key: 'ctrl+k shift+f5', mac: 'cmd+k g', when: 'b' },
    ],
  },
};
const texts = {
  'command.go': 'Go',
  'when.now': 'Now',
  'when.later': 'Later',
  when: 'When to go: `a | b`,\nor *never*.',
};

it('shows each key once, with the title of its command', () => {
  expect(manifestTables(manifest, texts).keys).toBe(`\
| Command | Windows and Linux | Mac       |
| ------- | ----------------- | --------- |
| Go      | \`Ctrl+K Shift+F5\` | \`Cmd+K G\` |
`);
});

it('shows settings with their values, in cells that Markdown does not split', () => {
  const [, , row] = manifestTables(manifest, texts).settings.split('\n');
  expect(row).toBe(
    '| `accord.when` | `"now"` | When to go: `a \\| b`, or _never_. Values: `now` (Now), `later` (Later). |',
  );
});
