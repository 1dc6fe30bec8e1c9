import { machine } from './machine.ts';
import type { RealAgent } from './realAgent.ts';

// These agents do nothing before the user has signed in, which requires a network.

export const AUGGIE: RealAgent = {
  id: 'auggie',
  name: 'Auggie',
  packages: ['@augmentcode/auggie@0.36.0'],
  program: '@augmentcode/auggie/augment.mjs',
  args: ['--acp'],
};

export const QODER: RealAgent = {
  id: 'qoder',
  name: 'Qoder CLI',
  packages: ['@qoder-ai/qodercli@1.1.52'],
  program: '@qoder-ai/qodercli/bundle/qodercli.js',
  args: ['--acp'],
};

export const DROID: RealAgent = {
  id: 'droid',
  name: 'Droid',
  packages: [`@factory/cli-${machine}@0.225.2`],
  program: `@factory/cli-${machine}/bin/droid`,
  args: ['exec', '--output-format', 'acp'],
  env: () => ({ DROID_DISABLE_AUTO_UPDATE: 'true', FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' }),
};
