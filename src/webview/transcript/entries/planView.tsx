import type { JSX } from 'preact';
import type { PlanEntry, PlanItem } from '../../../core/session/transcript/entry.ts';
import { Icon, Spinner } from '../../ui/icon.tsx';
import { t } from '../../ui/strings.ts';

/** The agent's plan and its progress. */
export function PlanView({ entry }: { entry: PlanEntry }): JSX.Element {
  const done = entry.items.filter(item => item.status === 'completed').length;
  const progress = t('planProgress', done, entry.items.length);
  return (
    <article class="entry plan" aria-label={t('plan')} data-entry={entry.id}>
      <div class="plan-head">
        <Icon name="list" />
        <span>{t('plan')}</span>
        <progress value={done} max={entry.items.length} aria-label={progress} />
        <span class="muted">{progress}</span>
      </div>
      <ol class="plan-items" role="list" aria-label={t('plan')}>
        {entry.items.map((item, index) => (
          <PlanRow key={index} item={item} />
        ))}
      </ol>
    </article>
  );
}

function PlanRow({ item }: { item: PlanItem }): JSX.Element {
  return (
    <li class={item.status}>
      <span class="plan-mark" role="img" aria-label={statusLabel(item.status)}>
        {item.status === 'in_progress' ? (
          <Spinner />
        ) : (
          <Icon name={item.status === 'completed' ? 'check' : 'circle'} />
        )}
      </span>
      <span class="plan-text">
        <span dir="auto">{item.text}</span>
        {item.priority === 'high' ? <span class="badge">{t('highPriority')}</span> : null}
      </span>
    </li>
  );
}

function statusLabel(status: PlanItem['status']): string {
  switch (status) {
    case 'pending':
      return t('stepPending');
    case 'in_progress':
      return t('stepRunning');
    case 'completed':
      return t('stepDone');
  }
}
