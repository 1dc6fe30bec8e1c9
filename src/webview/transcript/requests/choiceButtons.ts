import type { PermissionChoice } from '../../../core/session/transcript/entry.ts';
import { visibleLine } from '../../../core/text/visibleLine.ts';
import { t } from '../../ui/strings.ts';

/** A button of a permission request. */
export interface ChoiceButton {
  /** Absent if the agent offers no rejection: the button then stops the turn. */
  readonly optionId?: string;
  readonly kind: PermissionChoice['kind'];
  /** Our label for the kind. */
  readonly label: string;
  /** The agent's label. */
  readonly agentLabel: string;
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
 * The buttons for the agent's options, always in the same order and with our own labels: the kind determines what a
 * button does, not the agent's text. There is always a rejection.
 */
export function choiceButtons(choices: readonly PermissionChoice[]): readonly ChoiceButton[] {
  const distinct = choices.filter(
    (choice, index) => choices.findIndex(({ optionId }) => optionId === choice.optionId) === index,
  );
  const visible = distinct.map(choice => ({
    ...choice,
    name: visibleLine(choice.name, NAME_LIMIT_CHARS),
  }));
  const buttons = visible
    .toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
    .map(choice => ({
      optionId: choice.optionId,
      kind: choice.kind,
      label: labelOf(choice, visible),
      agentLabel: choice.name,
    }));
  return buttons.some(({ kind }) => isReject(kind))
    ? buttons
    : [...buttons, { kind: 'reject_once', label: t('rejectOnce'), agentLabel: '' }];
}

export const isReject = (kind: PermissionChoice['kind']): boolean =>
  kind === 'reject_once' || kind === 'reject_always';

export const isAllow = (kind: PermissionChoice['kind']): boolean =>
  kind === 'allow_once' || kind === 'allow_always' || kind === 'allow_part';

function labelOf(choice: PermissionChoice, choices: readonly PermissionChoice[]): string {
  const label = kindLabel(choice);
  const isShared = choices.filter(({ kind }) => kind === choice.kind).length > 1;
  return isShared && choice.kind !== 'other' ? `${label}: ${choice.name}` : label;
}

function kindLabel({ kind, name }: PermissionChoice): string {
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
      return t('otherChoice', name);
    default:
      return name;
  }
}
