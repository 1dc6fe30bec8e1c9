import type { PermissionChoice, PermissionEntry } from '../../../core/session/transcript/entry.ts';
import { visibleLine } from '../../../core/text/visibleLine.ts';
import type { IconName } from '../../ui/icon.tsx';
import { t } from '../../ui/strings.ts';
import { labelMatchesKind } from './labelMatchesKind.ts';

/** A button of a permission request. */
export interface ChoiceButton {
  /** Absent if the agent offers no rejection: the button then stops the turn. */
  readonly optionId?: string;
  readonly kind: PermissionChoice['kind'];
  /** The agent's wording if it says what the button does; otherwise our name of the kind, and then the agent's wording. */
  readonly label: string;
  /** What the button does, in our words. */
  readonly kindLabel: string;
}

/** The middle of a longer label is cut out. */
const NAME_LIMIT_CHARS = 300;

const order: readonly PermissionChoice['kind'][] = [
  'allow_once',
  'allow_always',
  'allow_part',
  'reject_once',
  'reject_always',
  'other',
];

/**
 * The buttons for the options of a request, always in the same order. The kind determines what a button does, not the text
 * of the agent. There is always a rejection.
 */
export function choiceButtons({
  choices,
  source,
}: Pick<PermissionEntry, 'choices' | 'source'>): readonly ChoiceButton[] {
  const distinct = choices.filter(
    (choice, index) => choices.findIndex(({ optionId }) => optionId === choice.optionId) === index,
  );
  const buttons = distinct
    .toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
    .map(choice => ({
      optionId: choice.optionId,
      kind: choice.kind,
      label: labelOf(choice, source === 'client'),
      kindLabel: kindLabel(choice.kind),
    }));
  const reject = t('rejectOnce');
  return buttons.some(({ kind }) => isReject(kind))
    ? buttons
    : [...buttons, { kind: 'reject_once', label: reject, kindLabel: reject }];
}

/** Labels with which agents ask what to do instead: "No, and tell me what to do differently", "No, provide feedback". */
const ASKS_REASON =
  /\b(?:tell|feedback|reason|comment|explain|suggest|instructions?|differently)\b/i;

/** Whether a rejection of the agent asks for a reason already. The user writes it in the composer, which gets the focus. */
export const asksReason = (choices: PermissionEntry['choices']): boolean =>
  choices.some(({ kind, name }) => isReject(kind) && ASKS_REASON.test(name));

export const isReject = (kind: PermissionChoice['kind']): boolean =>
  kind === 'reject_once' || kind === 'reject_always';

function labelOf(choice: PermissionChoice, isOurs: boolean): string {
  const name = visibleLine(choice.name.trim(), NAME_LIMIT_CHARS);
  const label = kindLabel(choice.kind);
  if (name === '' || name.toLowerCase() === label.toLowerCase()) {
    return label;
  }
  return isOurs || labelMatchesKind(choice) ? name : t('labeledChoice', label, name);
}

function kindLabel(kind: PermissionChoice['kind']): string {
  switch (kind) {
    case 'allow_once':
      return t('allowOnce');
    case 'allow_always':
      return t('allowAlways');
    case 'allow_part':
      return t('allowPart');
    case 'reject_once':
      return t('rejectOnce');
    case 'reject_always':
      return t('rejectAlways');
    case 'other':
    default: // A kind that a newer agent may send.
      return t('otherChoice');
  }
}

/** The icon for what a button does, whatever its label says. */
export function choiceIcon(kind: PermissionChoice['kind']): IconName {
  switch (kind) {
    case 'allow_once':
    case 'allow_part':
      return 'check';
    case 'allow_always':
      return 'checkAll';
    case 'reject_once':
      return 'close';
    case 'reject_always':
      return 'block';
    case 'other':
    default: // A kind that a newer agent may send.
      return 'comment';
  }
}
