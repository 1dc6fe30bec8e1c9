import type { JSX } from 'preact';
import type { Answer, PermissionChoice, PermissionEntry } from '../../core/session/entry.ts';
import { t } from '../strings.ts';
import { Disclosure } from './disclosure.tsx';
import { PermissionSubject } from './permissionSubject.tsx';

/** A request that has been decided: one line, and what it was about. */
export function PermissionAnswered(props: {
  entry: PermissionEntry;
  answer: Exclude<Answer, { kind: 'open' }>;
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
            <strong>{chosen ? decided(chosen) : t('answeredCancelled')}</strong> {entry.title}
          </span>
        }
        body={() => <PermissionSubject entry={entry} />}
      />
    </div>
  );
}

function decided({ kind, name }: PermissionChoice): string {
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
