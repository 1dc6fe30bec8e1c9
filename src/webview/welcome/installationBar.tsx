import type { JSX } from 'preact';
import type { AgentInstallation } from '../../core/chat/chatViewState.ts';
import { ChooseAgent, DismissInstallation, OpenLink } from '../../core/chat/messages.ts';
import { useHost } from '../state/host.ts';
import { Icon, Spinner } from '../ui/icon.tsx';
import { t } from '../ui/strings.ts';
import { MessageView } from '../transcript/content/messageView.tsx';

/** The installations that run or have failed, above the composer. */
export function InstallationBar(props: {
  installations: readonly AgentInstallation[] | undefined;
}): JSX.Element {
  return (
    <>
      {props.installations?.map(installation =>
        installation.kind === 'running' ? (
          <Running key={installation.agentId} installation={installation} />
        ) : (
          <Failed key={installation.agentId} installation={installation} />
        ),
      )}
    </>
  );
}

function Running({ installation }: { installation: AgentInstallation }): JSX.Element {
  const host = useHost();
  const { agentId, name, message, fraction } = installation;
  const title = t('installing', name);
  return (
    <section class="panel installation" aria-label={title}>
      <div class="installation-row">
        <Spinner />
        <span class="installation-text">
          <span role="status">{title}</span>
          <span class="muted">{message}</span>
        </span>
        <button
          type="button"
          class="button secondary"
          onClick={() => host.sendNotification(DismissInstallation, { agentId })}
        >
          {t('cancelInstall')}
        </button>
      </div>
      {fraction === undefined ? null : <progress aria-label={title} value={fraction} />}
    </section>
  );
}

function Failed({ installation }: { installation: AgentInstallation }): JSX.Element {
  const host = useHost();
  const { agentId, name, message } = installation;
  const title = t('installFailed', name);
  const url = /https:\/\/[\w./-]*\w/.exec(message)?.[0];
  return (
    <section class="panel installation" aria-label={title}>
      <div class="panel-title" role="alert">
        <Icon name="error" />
        <span>{title}</span>
      </div>
      <MessageView message={message} />
      <div class="buttons">
        {url === undefined ? null : (
          <button
            type="button"
            class="button"
            onClick={() => host.sendNotification(OpenLink, { sessionId: '', href: url })}
          >
            {t('openSite', new URL(url).host)}
          </button>
        )}
        <button
          type="button"
          class="button secondary"
          onClick={() => host.sendNotification(ChooseAgent, { agentId })}
        >
          {t('retry')}
        </button>
        <button
          type="button"
          class="button secondary"
          onClick={() => host.sendNotification(ChooseAgent, {})}
        >
          {t('chooseOther')}
        </button>
        <button
          type="button"
          class="button secondary"
          onClick={() => host.sendNotification(DismissInstallation, { agentId })}
        >
          {t('dismissInstall')}
        </button>
      </div>
    </section>
  );
}
