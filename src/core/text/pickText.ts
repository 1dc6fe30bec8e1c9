import { showInvisible } from './visibleLine.ts';

/**
 * A text for an item of a quick pick. VS Code shows `$(name)` there as an icon, which would hide a part of a command or pass
 * for a sign of ours. Invisible characters are shown.
 */
export const toPickText = (text: string): string =>
  showInvisible(text.replaceAll(/\r?\n/g, ' ')).replaceAll('$(', String.raw`\$(`);
