/** Simple marks of the popular agents on a 16 by 16 grid, drawn in the color of the text. */
const MARKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'claude-acp':
      'M8 2v12M2 8h12M3.8 3.8l8.4 8.4M12.2 3.8l-8.4 8.4M5.5 2.2l5 11.6M10.5 2.2l-5 11.6',
    'codex-acp': 'M8 1.8 13.4 4.9v6.2L8 14.2 2.6 11.1V4.9zM5.6 6.3 7.6 8l-2 1.7M8.6 10.2h2.2',
    gemini:
      'M8 1.5c.5 3.7 2.8 6 6.5 6.5-3.7.5-6 2.8-6.5 6.5-.5-3.7-2.8-6-6.5-6.5C5.2 7.5 7.5 5.2 8 1.5z',
    'github-copilot-cli':
      'M4.6 3.5h2.4c.7 0 1 .5 1 1.2v1.6c0 .9-.6 1.4-1.5 1.4h-2c-.8 0-1.3-.5-1.3-1.3V4.9c0-.9.5-1.4 1.4-1.4zM11.4 3.5H9c-.7 0-1 .5-1 1.2v1.6c0 .9.6 1.4 1.5 1.4h2c.8 0 1.3-.5 1.3-1.3V4.9c0-.9-.5-1.4-1.4-1.4zM3.2 7 2 8.5V11c1.5 1.5 3.6 2.2 6 2.2s4.5-.7 6-2.2V8.5L12.8 7M6.2 9.7v1.3M9.8 9.7v1.3',
    opencode: 'M3 2.5h10v11H3zM6 6h4v4.5H6z',
  }),
);

const OTHER = 'M3.5 5.5h9v7h-9zM8 5.5v-3M6 8.5v1.5M10 8.5v1.5';

/** The icon of an agent as the text of an SVG in the color of the text: that of the registry, or else a mark of ours. */
export const getAgentIcon = (agent: { readonly id: string; readonly icon?: string }): string =>
  agent.icon ?? createMark(MARKS.get(agent.id) ?? OTHER);

const createMark = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`;

/** The icon of an agent in a color, for places where it does not have that of the text. */
export const getColoredAgentIcon = (
  agent: Parameters<typeof getAgentIcon>[0],
  color: string,
): string => getAgentIcon(agent).replace('<svg ', `<svg color="${color}" width="16" height="16" `);
