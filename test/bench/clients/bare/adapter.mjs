// @ts-check
/** How the benchmarks drive the bare client: an example for `npm run bench -- --against other.vsix adapter.mjs`. */

/** @type {import('../clientAdapter.ts').ClientAdapter} */
export default {
  name: 'Bare',
  id: 'bench.bare',
  displayName: 'Bare',
  settings: agent => ({ 'bare.agent': agent }),
  openCommand: 'bare.chat.focus',
  newSessionCommand: 'bare.newSession',
  composer: 'textarea',
  complete: 'textarea',
  tail: `document.querySelector('pre').lastChild?.data`,
  text: `document.querySelector('pre').textContent`,
};
