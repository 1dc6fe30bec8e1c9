import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stringsInSource } from '../../harness/localizableStrings.ts';
import { readDemoTexts } from './sourceTexts.ts';

const read = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../${name}`, import.meta.url), 'utf8'));

/** British spellings, and phrases that no native speaker would use in VS Code. */
const DISCOURAGED = [
  /favourite|colour|licence|cancell(?:ed|ing)|behaviour|recognis|organis|e-mail|start-up/i,
  /\bwaits (?:for|in)\b|\bwaited for\b|\bwait for you/i,
  /\b(?:bring|brings|brought|bringing)\b.*\bback\b|\bput back\b|taken? .*\bup again\b/i,
  /\bany more\b|\bmeanwhile\b|\bsomebody\b|\bby itself\b|\bof yours\b|\bof your own\b/i,
  /\bat work\b|\bgo(?:es)? (?:on|along)\b|\bmade room\b|\bsaid (?:nothing|so far|before)\b/i,
  /\bturn down\b|\bsay why\b|\bnot a text\b|\bno text\b|\bis (?:no(?! longer)|told)\b|\bare no text\b/i,
  /\b(?:stands?|stood) (?:here|there|where|around)\b|\blies\b|\bholds?\b|\bleads? (?:to|out)/i,
  /\btakes no\b|\bnot understood\b|\bcalled\b|\bthey are\b.*\bmine\b|\bwithout (?:end|words)\b/i,
  /\bcannot\b|\b(?:could|did|does|is|was|are|were) not\b/i,
  /\bof VS Code\b|\bwaiting for you\b|\binput needed\b|\bneeds? your input\b/i,
  /\b(?:left|leaves) out\b|\bcounts? more\b|\bin the way\b|\bthe expected one\b|\bnot for you\b|\bsupport less\b/i,
  /\bwhile it work(?:s|ed)\b|\binto (?:the|this) (?:running )?turn\b|\bdifferent now\b|\bto before\b|\bthat run still\b/i,
  /\bafter a restart of\b|\bdecided not to\b|\bits own machine\b|"servers" by name|\bof them in\b|\bEncoding damaged\b/i,
  /\byou said no\b|\bgone again\b|\bseen enough\b|\bbegins like\b|\bI am\b|\bdo not\b|\bchange nothing\b|(?:\d|\}) %/i,
  /\bprompts?\b(?<!Send Prompt)/i,
  /…|’/,
];

describe('texts for users', () => {
  it('contain no discouraged phrases', async () => {
    const manifest = z.record(z.string(), z.string()).parse(await read('package.nls.json'));
    // The demo is not localized: what it says has several words, other strings are values of the protocol.
    const demoTexts = readDemoTexts().flatMap(({ text }) => (text.includes(' ') ? text : []));
    const texts = [...Object.values(manifest), ...(await stringsInSource()), ...demoTexts];
    const found = texts.filter(text => DISCOURAGED.some(phrase => phrase.test(text)));
    expect(found, 'Reword these, see "Texts for users" in docs/CONTRIBUTING.md.').toEqual([]);
  });

  it('put commands in title case', async () => {
    const manifest = z.record(z.string(), z.string()).parse(await read('package.nls.json'));
    const commands = Object.entries(manifest).filter(([key]) => key.startsWith('command.'));
    const lowercase = /(?:^| )(?!(?:a|an|and|as|at|by|for|from|in|of|on|or|the|to|with) )[a-z]/;
    expect(commands.filter(([, title]) => lowercase.test(title))).toEqual([]);
  });

  it('label every value of a setting', async () => {
    const Properties = z.record(
      z.string(),
      z.looseObject({ enum: z.array(z.union([z.string(), z.number()])).optional() }),
    );
    const manifest = z
      .object({
        contributes: z.object({ configuration: z.array(z.object({ properties: Properties })) }),
      })
      .parse(await read('package.json'));
    const settings = manifest.contributes.configuration.flatMap(({ properties }) =>
      Object.entries(properties),
    );
    for (const [name, schema] of settings) {
      const labels = z.array(z.string()).optional().parse(schema['enumItemLabels']);
      expect([name, labels?.length]).toEqual([name, schema.enum?.length]);
    }
  });
});
