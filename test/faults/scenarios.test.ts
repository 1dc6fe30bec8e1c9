import { mkdirSync, appendFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from './client/runScenario.ts';
import { fileScenarios } from './scenarios/files.ts';
import { processScenarios } from './scenarios/processes.ts';
import { protocolScenarios } from './scenarios/protocol.ts';
import { requestScenarios } from './scenarios/requests.ts';

const all = [...protocolScenarios, ...processScenarios, ...fileScenarios, ...requestScenarios];
/** `npm run test:faults` plays all scenarios, `npm test` the quick ones. */
const report = process.env['ACCORD_FAULT_REPORT'];

describe('a client with a misbehaving agent', () => {
  it.each(all.filter(({ isShort }) => report !== undefined || isShort))(
    '$row: $input',
    async scenario => {
      const result = await runScenario(scenario);
      if (report !== undefined) {
        mkdirSync(path.dirname(report), { recursive: true });
        appendFileSync(report, `${JSON.stringify(result)}\n`);
      }
      expect(result.problems).toEqual([]);
    },
  );
});
