import type { ClientAdapter } from './clientAdapter.ts';

/** How the benchmarks drive our own extension. */
export const accordAdapter: ClientAdapter = {
  name: 'Accord',
  id: 'accord-acp.accord',
  displayName: 'Accord: ACP Agents, Reviewed Hunk by Hunk',
  settings: agent => ({ 'accord.agents': { Burst: agent }, 'accord.defaultAgent': 'Burst' }),
  openCommand: 'accord.chat.focus',
  newSessionCommand: 'accord.newSession',
  composer: '[aria-label="Message"]',
  complete: '.cm-content',
  tail: `(() => {
    const articles = document.getElementsByTagName('article');
    const blocks = articles[articles.length - 1]?.getElementsByClassName('block') ?? [];
    return blocks[blocks.length - 1]?.textContent;
  })()`,
  text: `document.querySelector('[role="log"]').textContent`,
};
