import type { ToolEntry } from '../../../core/session/transcript/entry.ts';

/** The raw input of a call, unless the call shows all of it in another way already. */
export function inputToShow(entry: ToolEntry): string | undefined {
  const { input } = entry;
  if (input === undefined || input === '' || input === '{}') {
    return undefined;
  }
  try {
    const shown = shownTexts(entry);
    return leavesOf(JSON.parse(input)).every(leaf => shown.some(text => text.includes(leaf)))
      ? undefined
      : input;
  } catch {
    // It is not JSON, or was cut. What is cut is long, such as the text of a change, which the diff shows.
    return entry.content.some(({ kind }) => kind === 'diff') ? undefined : input;
  }
}

function shownTexts({ title, command, locations, content }: ToolEntry): readonly string[] {
  return [
    title,
    command ?? '',
    ...locations.map(({ path }) => path),
    ...content.flatMap(part =>
      part.kind === 'diff' ? [part.path, part.oldText ?? '', part.newText] : [],
    ),
  ];
}

/** The values in JSON that say something, as text. */
function leavesOf(value: unknown): readonly string[] {
  if (value === null || value === false || value === '') {
    return [];
  }
  return typeof value === 'object' && value !== undefined
    ? Object.values(value).flatMap(leavesOf)
    : [typeof value === 'string' ? value : JSON.stringify(value)];
}
