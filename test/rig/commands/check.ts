/** `npm run check`: types, lint, format, unit tests. The quick loop. */
import { checkSource, runUnitTests } from '../checks.ts';
import { tidyUpWhenInterrupted } from '../processes.ts';
import { Steps } from '../steps.ts';

tidyUpWhenInterrupted();
const steps = new Steps();
await checkSource(steps);
await runUnitTests(steps);
steps.finish();
