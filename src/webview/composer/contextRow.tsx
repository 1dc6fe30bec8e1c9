import type { JSX } from 'preact';
import {
  type DraftEstimate,
  SetImplicitContext,
  type ImplicitContext,
} from '../../core/chat/messages.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import { mentionLabel } from '../../core/prompt/mention/mentionLabel.ts';
import { mentionUri } from '../../core/prompt/mention/mentionUri.ts';
import { formatByteSize } from '../../core/text/byteSize.ts';
import type { Host } from '../state/host.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/iconButton.tsx';
import { mentionIcon } from '../ui/mentionIcon.ts';
import { t } from '../ui/strings.ts';

/** The suggestion to add the active editor, and the size of the prompt. */
export function ContextRow(props: {
  suggestion: ImplicitContext;
  estimate: DraftEstimate | undefined;
  host: Host;
  add: (mention: Mention) => void;
  dismiss: (mention: Mention) => void;
}): JSX.Element | null {
  const { suggestion, estimate, host, add, dismiss } = props;
  const { mention, follows } = suggestion;
  if (!mention && !estimate) {
    return null;
  }
  return (
    <div class="composer-context">
      {mention ? (
        <>
          <button
            type="button"
            class={follows ? 'chip suggestion follows' : 'chip suggestion'}
            title={follows ? t('goesAlong') : mentionUri(mention)}
            aria-label={t('addSuggestion', mentionLabel(mention))}
            disabled={follows}
            onClick={() => add(mention)}
          >
            <Icon name={follows ? mentionIcon(mention) : 'add'} />
            <span>{mentionLabel(mention)}</span>
          </button>
          <button
            type="button"
            class="icon-button follow"
            role="switch"
            aria-checked={follows}
            aria-label={t('follow')}
            title={t('follow')}
            onClick={() => host.sendNotification(SetImplicitContext, { follows: !follows })}
          >
            <Icon name={follows ? 'check' : 'circle'} />
          </button>
          <IconButton
            class="follow"
            icon="close"
            label={t('dismissSuggestion', mentionLabel(mention))}
            onClick={() => dismiss(mention)}
          />
        </>
      ) : null}
      {estimate ? <PromptMeter estimate={estimate} /> : null}
    </div>
  );
}

function PromptMeter({ estimate }: { estimate: DraftEstimate }): JSX.Element {
  const isFull =
    estimate.sizeBytes > estimate.limitBytes ||
    estimate.mentions.some(({ hasWarning: warns }) => warns);
  const tip = t(
    'promptSize',
    formatByteSize(estimate.sizeBytes),
    formatByteSize(estimate.limitBytes),
  );
  return (
    <span class={isFull ? 'prompt-size warns' : 'prompt-size'} title={tip} aria-label={tip}>
      {formatByteSize(estimate.sizeBytes)}
    </span>
  );
}
