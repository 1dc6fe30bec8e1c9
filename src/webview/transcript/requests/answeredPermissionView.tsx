import type { JSX } from 'preact';
import type {
  PermissionOutcome,
  PermissionChoice,
  PermissionEntry,
} from '../../../core/session/transcript/entry.ts';
import { visibleLine } from '../../../core/text/visibleLine.ts';
import { t } from '../../ui/strings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { PermissionHead, PermissionSubjectView } from './permissionDetails.tsx';

/** The middle of a longer title is cut out. */
const TITLE_LIMIT_CHARS = 1_000;

/** An answered permission request: one line, with the details on demand. */
export function AnsweredPermissionView(props: {
  entry: PermissionEntry;
  answer: Exclude<PermissionOutcome, { kind: 'open' }>;
}): JSX.Element {
  const { entry, answer } = props;
  const chosen =
    answer.kind === 'chosen'
      ? entry.choices.find(({ optionId }) => optionId === answer.optionId)
      : undefined;
  return (
    <div
      class="entry answered"
      role="group"
      aria-label={t('permission', entry.title)}
      data-entry={entry.id}
    >
      <Disclosure
        icon="lock"
        head={
          <span dir="auto">
            <strong>{labelOf(answer, chosen)}</strong> {visibleLine(entry.title, TITLE_LIMIT_CHARS)}
          </span>
        }
        body={() => (
          <>
            <PermissionHead entry={entry} />
            <PermissionSubjectView entry={entry} />
          </>
        )}
      />
    </div>
  );
}

function labelOf(
  { automatic }: Exclude<PermissionOutcome, { kind: 'open' }>,
  chosen: PermissionChoice | undefined,
): string {
  if (automatic === 'mode') {
    return t('allowedByMode');
  }
  if (automatic === 'rule') {
    return chosen?.kind === 'allow_once' ? t('allowedByRule') : t('rejectedByRule');
  }
  return chosen ? answerLabel(chosen) : t('answeredCancelled');
}

function answerLabel({ kind, name }: PermissionChoice): string {
  switch (kind) {
    case 'allow_once':
      return t('answeredAllow');
    case 'allow_always':
      return t('answeredAllowAlways');
    case 'allow_part':
      return t('answeredAllowPart');
    case 'reject_once':
      return t('answeredReject');
    case 'reject_always':
      return t('answeredRejectAlways');
    case 'other':
    default:
      return t('answeredOther', visibleLine(name, TITLE_LIMIT_CHARS));
  }
}
