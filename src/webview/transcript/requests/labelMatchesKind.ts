import type { PermissionChoice } from '../../../core/session/transcript/entry.ts';

const ALLOWS = /\b(?:yes|allow|approve|accept|ok|okay|proceed|run|continue|start|grant|always)\b/i;
const REJECTS =
  /\b(?:no|not|don[’']t|reject|deny|decline|refuse|cancel|abort|stop|never|block|forbid|disallow)\b/i;
const LASTS = /\b(?:always|again|session|remember|every|everything|all|any|future)\b/i;
/** Means always, although it contains a negation. */
const DO_NOT_ASK = /\b(?:don[’']t|do not|never) ask(?: me)?\b/gi;

/**
 * Whether an agent's label for a choice says what the choice does. The user reads the label before pressing the button, so
 * one that says something else, or nothing that we understand, must not stand alone.
 */
export function labelMatchesKind({ kind, name }: PermissionChoice): boolean {
  const label = name.replaceAll(DO_NOT_ASK, 'always');
  const allows = ALLOWS.test(label);
  const rejects = REJECTS.test(label);
  const lasts = LASTS.test(label);
  switch (kind) {
    case 'allow_once':
      return allows && !rejects && !lasts;
    case 'allow_always':
      return allows && !rejects && lasts;
    case 'reject_once':
      return rejects && !lasts;
    case 'reject_always':
      return rejects && lasts;
    case 'allow_part':
    case 'other':
    default: // A kind that a newer agent may send.
      return false;
  }
}
