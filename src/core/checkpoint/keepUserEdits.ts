import { merge3 } from '../diff/merge3.ts';
import { sameContent, type FileContent } from '../review/file/fileSide.ts';
import { joinLines, splitLines } from '../text/lines.ts';

/** A change of a file that the agent did not make. */
export interface UserEdit {
  readonly before: FileContent;
  readonly after: FileContent;
}

/** The content that a restore gives a file. */
export interface RestoredContent {
  readonly content: FileContent;
  /** Whether the user changed the same lines as the agent, so that not everything of the agent is gone. */
  readonly hasConflict: boolean;
}

/**
 * Repeats the user's edits, oldest first, on the content of a checkpoint. Where the user changed what the agent had
 * written, the user's lines are kept. A file that the user deleted comes back, since that loses nothing.
 */
export function keepUserEdits(target: FileContent, edits: readonly UserEdit[]): RestoredContent {
  return edits
    .filter(({ before, after }) => after.kind !== 'absent' && !isSameBytes(before, after))
    .reduce<RestoredContent>((restored, edit) => repeatEdit(restored, edit), {
      content: target,
      hasConflict: false,
    });
}

function repeatEdit({ content, hasConflict }: RestoredContent, edit: UserEdit): RestoredContent {
  const { before, after } = edit;
  if (isSameBytes(content, before) || isSameBytes(content, after)) {
    return { content: after, hasConflict };
  }
  if (content.kind !== 'text' || before.kind !== 'text' || after.kind !== 'text') {
    return { content: after, hasConflict: true };
  }
  const merged = merge3(splitLines(before.text), splitLines(after.text), splitLines(content.text));
  return {
    content: { ...content, text: joinLines(merged.lines) },
    hasConflict: hasConflict || merged.conflicts.length > 0,
  };
}

/** Whether two contents differ at most in their permissions. */
const isSameBytes = (one: FileContent, other: FileContent): boolean =>
  sameContent(withoutMode(one), withoutMode(other));

function withoutMode(content: FileContent): FileContent {
  if (content.kind === 'absent') {
    return content;
  }
  const { mode: _, ...rest } = content;
  return rest;
}
