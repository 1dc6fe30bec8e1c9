/** `npm run check`: types, lint, format, unit tests. The quick loop. */
import { checkSource, runUnitTests } from '../sourceChecks.ts';
import { beginRun } from '../processes/beginRun.ts';
import { Steps } from '../steps.ts';

beginRun();
const steps = new Steps();
await checkSource(steps);
await runUnitTests(steps);
steps.finish();
