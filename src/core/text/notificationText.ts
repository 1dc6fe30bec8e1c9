import { showInvisible } from './visibleLine.ts';

/**
 * A text for a notification, a dialog, a progress title or an input prompt. VS Code makes links of `[label](target)` there,
 * and a `command:` link runs a command, so the two brackets are separated. Invisible characters are shown.
 */
export const toNotificationText = (text: string): string =>
  text
    .split(/\r?\n/)
    .map(line => showInvisible(line).replaceAll('](', '] ('))
    .join('\n');
