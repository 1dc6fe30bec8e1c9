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
  weight: DraftEstimate | undefined;
  host: Host;
  add: (mention: Mention) => void;
  dismiss: (mention: Mention) => void;
}): JSX.Element | null {
  const { suggestion, weight, host, add, dismiss } = props;
  const { mention, follows } = suggestion;
  if (!mention && !weight) {
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
      {weight ? <PromptMeter weight={weight} /> : null}
    </div>
  );
}

function PromptMeter({ weight }: { weight: DraftEstimate }): JSX.Element {
  const isFull =
    weight.sizeBytes > weight.limitBytes || weight.mentions.some(({ hasWarning: warns }) => warns);
  const tip = t('promptSize', formatByteSize(weight.sizeBytes), formatByteSize(weight.limitBytes));
  return (
    <span class={isFull ? 'prompt-size warns' : 'prompt-size'} title={tip} aria-label={tip}>
      {formatByteSize(weight.sizeBytes)}
    </span>
  );
}
