import type { JSX } from 'preact';
import {
  type DraftEstimate,
  SetImplicitContext,
  type ImplicitContext,
} from '../../core/chat/messages.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import { mentionLabel } from '../../core/prompt/mention/mentionLabel.ts';
import { formatByteSize } from '../../core/text/byteSize.ts';
import type { Host } from '../state/host.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/iconButton.tsx';
import { mentionIcon } from '../ui/mentionIcon.ts';
import { t } from '../ui/strings.ts';

/** The active editor as context, suggested or attached, and a warning if the prompt is too large. */
export function ContextRow(props: {
  suggestion: ImplicitContext;
  estimate: DraftEstimate | undefined;
  host: Host;
  add: (mention: Mention) => void;
  dismiss: (mention: Mention) => void;
}): JSX.Element | null {
  const { suggestion, estimate, host, add, dismiss } = props;
  const { mention, follows } = suggestion;
  const isTooLarge = estimate !== undefined && exceedsLimit(estimate);
  if (!mention && !isTooLarge) {
    return null;
  }
  return (
    <div class="composer-context">
      {mention ? (
        <>
          <SuggestionChip mention={mention} isAttached={follows} add={() => add(mention)} />
          <label class="follow" title={t('follow')}>
            <input
              type="checkbox"
              role="switch"
              aria-label={t('follow')}
              checked={follows}
              onChange={event => {
                // The value changes when the extension confirms it.
                event.currentTarget.checked = follows;
                host.sendNotification(SetImplicitContext, { follows: !follows });
              }}
            />
            <span aria-hidden="true">{t('followShort')}</span>
          </label>
          <IconButton
            class="dismiss"
            icon="close"
            label={t('dismissSuggestion', mentionLabel(mention))}
            onClick={() => dismiss(mention)}
          />
        </>
      ) : null}
      {isTooLarge ? <SizeWarning estimate={estimate} /> : null}
    </div>
  );
}

/** A click attaches the suggested editor; an attached one is sent with the next message. */
function SuggestionChip(props: {
  readonly mention: Mention;
  readonly isAttached: boolean;
  readonly add: () => void;
}): JSX.Element {
  const { mention, isAttached } = props;
  const label = mentionLabel(mention);
  return isAttached ? (
    <span class="chip suggestion attached" title={t('goesAlong')}>
      <Icon name={mentionIcon(mention)} />
      <span>{label}</span>
      <span class="suggestion-state">{t('suggestionAttached')}</span>
    </span>
  ) : (
    <button
      type="button"
      class="chip suggestion"
      title={t('suggestionTip', label)}
      onClick={() => props.add()}
    >
      <Icon name="add" />
      <span>{t('addSuggestion', label)}</span>
    </button>
  );
}

const exceedsLimit = ({ sizeBytes, limitBytes, mentions }: DraftEstimate): boolean =>
  sizeBytes > limitBytes || mentions.some(({ hasWarning }) => hasWarning);

function SizeWarning({ estimate }: { estimate: DraftEstimate }): JSX.Element {
  const tip = t(
    'promptSize',
    formatByteSize(estimate.sizeBytes),
    formatByteSize(estimate.limitBytes),
  );
  return (
    <span class="prompt-size" role="img" title={tip} aria-label={tip}>
      <Icon name="problems" />
    </span>
  );
}
