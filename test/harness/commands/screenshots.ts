/** `npm run screenshots`: takes the pictures of the documents in a real VS Code, with end-to-end tests that show the product. */
import { copyFile } from 'node:fs/promises';
import { inProject } from '../paths.ts';
import { beginRun } from '../processes/beginRun.ts';
import { Steps } from '../steps.ts';
import { downloadVSCodeAndBrowser, runE2eTests, runPackaging } from '../windowTests.ts';

/** Files in docs/images, and the screenshots of tests in out/screenshots. */
const PICTURES = {
  'agents.png': 'agents-of-a-new-user',
  'chat.png': 'demo-conversation',
  'review.png': 'demo-reviewed',
};

beginRun();
const steps = new Steps();
if ((await downloadVSCodeAndBrowser(steps)) && (await runPackaging(steps))) {
  await runE2eTests(steps, ['thread']);
  await steps.run('pictures', async () => {
    for (const [picture, screenshot] of Object.entries(PICTURES)) {
      await copyFile(
        inProject('out', 'screenshots', `${screenshot}.png`),
        inProject('docs', 'images', picture),
      );
    }
  });
}
steps.finish();
