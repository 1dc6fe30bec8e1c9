import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PlanEntry, PlanItem } from '../../../core/session/transcript/entry.ts';
import { Icon, Spinner } from '../../ui/icon.tsx';
import { t } from '../../ui/strings.ts';

/**
 * The agent's plan: one line with the current step, and all steps on demand. The line stays at the top of the page while the
 * turn is scrolled.
 */
export function PlanView({ entry }: { entry: PlanEntry }): JSX.Element {
  const [open, setOpen] = useState(false);
  const { items } = entry;
  const done = items.filter(item => item.status === 'completed').length;
  const progress = t('planProgress', done, items.length);
  return (
    <article class="entry plan" aria-label={t('plan')} data-entry={entry.id}>
      <div class="plan-line">
        <button
          type="button"
          class="plan-head"
          aria-expanded={open}
          data-opened={open ? '' : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name="list" />
          <CurrentStep items={items} />
          <Icon name="chevron" />
        </button>
        <progress value={done} max={items.length} aria-label={progress} title={progress} />
      </div>
      {open ? (
        <ol class="plan-items" role="list" aria-label={t('plan')} tabIndex={0}>
          {items.map((item, index) => (
            <PlanRow key={index} item={item} />
          ))}
        </ol>
      ) : null}
    </article>
  );
}

function CurrentStep({ items }: { items: readonly PlanItem[] }): JSX.Element {
  const running = items.findIndex(({ status }) => status === 'in_progress');
  const index = running < 0 ? items.findIndex(({ status }) => status === 'pending') : running;
  const step = items[index];
  return (
    <>
      <span class="plan-count">{t('planStep', step ? index + 1 : items.length, items.length)}</span>
      <span class="plan-current" dir="auto">
        {step ? step.text : t('planFinished')}
      </span>
    </>
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
