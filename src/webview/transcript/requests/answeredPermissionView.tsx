import type { JSX } from 'preact';
import type {
  PermissionOutcome,
  PermissionChoice,
  PermissionEntry,
} from '../../../core/session/transcript/entry.ts';
import { t } from '../../ui/strings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { PermissionDetails } from './permissionDetails.tsx';

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
            <strong>{chosen ? answerLabel(chosen) : t('answeredCancelled')}</strong> {entry.title}
          </span>
        }
        body={() => <PermissionDetails entry={entry} />}
      />
    </div>
  );
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
      return t('answeredOther', name);
  }
}
