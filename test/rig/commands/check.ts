/** `npm run check`: types, lint, format, and the unit tests that start no programs. The quick loop. */
import { checkSource, quickTests, runUnitTests } from '../checks.ts';
import { beginRun } from '../run.ts';
import { Steps } from '../steps.ts';

beginRun();
const steps = new Steps();
await checkSource(steps);
await runUnitTests(steps, quickTests);
steps.finish();
