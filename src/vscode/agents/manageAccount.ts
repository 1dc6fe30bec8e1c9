import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import type { ModelProvider, ProviderConfig } from '../../core/session/wire/parseProviders.ts';
import { showInputBox, showQuickPick, showWarningMessage } from '../notifications.ts';

/** What the menu can do besides changing the provider. */
export interface AccountActions {
  signIn(session: Session): Promise<void>;
  signOut(agentId: string): Promise<void>;
}

interface MenuItem extends vscode.QuickPickItem {
  run(): Promise<void>;
}

/** Shows who is signed in to the session's agent and which provider of models it uses, and lets the user change both. */
export async function manageAccount(
  session: Session,
  sessions: Sessions,
  actions: AccountActions,
): Promise<void> {
  const { agent, conversation } = session;
  const providers = await listProviders(sessions, session);
  const { account } = conversation.state;
  const items: readonly MenuItem[] = [
    {
      label: account
        ? vscode.l10n.t('Sign In with Another Account')
        : vscode.l10n.t('Sign in to {0}', agent.name),
      ...(account ? { description: account } : {}),
      iconPath: new vscode.ThemeIcon('key'),
      run: () => actions.signIn(session),
    },
    {
      label: vscode.l10n.t('Sign Out'),
      iconPath: new vscode.ThemeIcon('sign-out'),
      run: () => actions.signOut(agent.id),
    },
    ...providers.map(provider => ({
      label: vscode.l10n.t('Change Provider'),
      description: toDescription(provider),
      iconPath: new vscode.ThemeIcon('cloud'),
      run: () => changeProvider(sessions, session, provider),
    })),
  ];
  const picked = await showQuickPick(items, {
    title: vscode.l10n.t('Account and Provider for {0}', agent.name),
  });
  await picked?.run();
}

/** An agent that does not start with the chosen provider can be used without it again. */
async function listProviders(
  sessions: Sessions,
  { agent }: Session,
): Promise<readonly ModelProvider[]> {
  try {
    return await sessions.listProviders(agent.id);
  } catch (error) {
    const forget = vscode.l10n.t("Use the Agent's Own Provider");
    const answer = await showWarningMessage(
      vscode.l10n.t("{0} couldn't be reached.", agent.name),
      { modal: true, detail: error instanceof Error ? error.message : String(error) },
      forget,
    );
    if (answer === forget) {
      await agent.providers.forget();
    }
    return [];
  }
}

const toDescription = ({ id, current }: ModelProvider): string =>
  [id, ...(current ? [current.apiType, current.baseUrl] : [])].join(', ');

async function changeProvider(
  sessions: Sessions,
  { agent }: Session,
  provider: ModelProvider,
): Promise<void> {
  const title = vscode.l10n.t('Provider for {0}', agent.name);
  const choice = await showQuickPick(
    [
      ...provider.apiTypes.map(apiType => ({ label: apiType, apiType })),
      ...(provider.isRequired
        ? []
        : [{ label: vscode.l10n.t("Use the Agent's Own Provider"), apiType: undefined }]),
    ],
    { title },
  );
  if (choice) {
    const config = choice.apiType && (await askConfig(title, choice.apiType, provider));
    if (config !== undefined || choice.apiType === undefined) {
      await sessions.setProvider(agent.id, provider.id, config || undefined);
    }
  }
}

/** Asks for the address and the key. Returns `undefined` if the user gives up. */
async function askConfig(
  title: string,
  apiType: string,
  { current }: ModelProvider,
): Promise<ProviderConfig | undefined> {
  const baseUrl = await showInputBox({
    title,
    prompt: vscode.l10n.t('Base URL. Your messages and code are sent to it.'),
    value: current?.apiType === apiType ? current.baseUrl : '',
    ignoreFocusOut: true,
    validateInput: text =>
      isWebAddress(text)
        ? undefined
        : vscode.l10n.t('Enter a URL that begins with https:// or http://.'),
  });
  const header =
    baseUrl === undefined
      ? undefined
      : await showInputBox({
          title,
          prompt: vscode.l10n.t(
            'Header with your key, such as "Authorization: Bearer ...". Leave empty for none.',
          ),
          password: true,
          ignoreFocusOut: true,
          validateInput: text =>
            text === '' || HEADER.test(text)
              ? undefined
              : vscode.l10n.t('Enter a name, a colon, and a value.'),
        });
  return baseUrl === undefined || header === undefined
    ? undefined
    : { apiType, baseUrl: baseUrl.trim(), headers: toHeaders(header) };
}

const HEADER = /^\s*(?<name>[\w-]{1,100})\s*:\s*(?<value>\S[^\r\n]*?)\s*$/;

function toHeaders(text: string): Readonly<Record<string, string>> {
  const { name, value } = HEADER.exec(text)?.groups ?? {};
  return name === undefined || value === undefined ? {} : { [name]: value };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol);
}
