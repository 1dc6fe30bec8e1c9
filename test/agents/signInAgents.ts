import type { RealAgent } from './realAgent.ts';

// These do nothing before somebody has signed in, which takes a network.

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
