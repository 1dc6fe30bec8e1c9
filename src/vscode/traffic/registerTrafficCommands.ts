import * as vscode from 'vscode';
import {
  formatExchange,
  pairExchanges,
  formatTrace,
  type Exchange,
} from '../../core/traffic/exchange.ts';
import type { TrafficMessage } from '../../core/traffic/trafficLog.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { getSetting, updateSetting } from '../settings.ts';
import { ExchangeDocuments } from './exchangeDocuments.ts';
import type { TrafficRecorder } from './trafficRecorder.ts';
import { writePrivateFile } from '../files/writePrivateFile.ts';
import { showInformationMessage, toPlainItem } from '../notifications.ts';

interface ExchangeItem extends vscode.QuickPickItem {
  readonly exchange?: Exchange;
}

/** Registers the command that shows the protocol traffic, and disposes the recorder. */
export function registerTrafficCommands(
  traffic: TrafficRecorder,
  reporter: ErrorReporter,
): vscode.Disposable {
  const documents = new ExchangeDocuments();
  return vscode.Disposable.from(
    traffic,
    documents,
    vscode.commands.registerCommand(COMMANDS.showTraffic, () =>
      reporter.run(COMMANDS.showTraffic, () => showTraffic(traffic, documents)),
    ),
  );
}

/** Shows the messages to and from agents in a quick pick, newest first. Enter opens one as JSON. */
async function showTraffic(traffic: TrafficRecorder, documents: ExchangeDocuments): Promise<void> {
  if (getSetting('trace') === 'off' && !(await enableTrace())) {
    return;
  }
  const pick = vscode.window.createQuickPick<ExchangeItem>();
  pick.title = vscode.l10n.t('Protocol Traffic');
  pick.placeholder = vscode.l10n.t(
    'Filter by method, agent, or content. Press Enter to open a message.',
  );
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = createItems(traffic).map(toPlainItem);
  const save = {
    iconPath: new vscode.ThemeIcon('save'),
    tooltip: vscode.l10n.t('Export to File'),
  };
  const clear = { iconPath: new vscode.ThemeIcon('clear-all'), tooltip: vscode.l10n.t('Clear') };
  pick.buttons = [save, clear];
  pick.onDidTriggerButton(async button => {
    if (button === clear) {
      traffic.clear();
      pick.items = createItems(traffic).map(toPlainItem);
    } else {
      await exportTraffic(traffic.messages);
    }
  });
  pick.onDidAccept(async () => {
    const [item] = pick.selectedItems;
    pick.hide();
    if (item?.exchange) {
      await documents.open(item.exchange);
    }
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

/** Recording is off by default, since messages contain the user's code, so the user has to turn it on. */
async function enableTrace(): Promise<boolean> {
  const messages = vscode.l10n.t('Names and Times');
  const verbose = vscode.l10n.t('Full Content');
  const answer = await showInformationMessage(
    vscode.l10n.t("Protocol traffic isn't being recorded. Start recording?"),
    {
      modal: true,
      detail: vscode.l10n.t(
        'Traffic is kept in memory until VS Code closes. Full content includes your messages and code, with known secrets removed.',
      ),
    },
    messages,
    verbose,
  );
  if (answer === undefined) {
    return false;
  }
  await updateSetting('trace', answer === verbose ? 'verbose' : 'messages');
  return true;
}

const PREVIEW_CHARS = 160;

function createItems(traffic: TrafficRecorder): readonly ExchangeItem[] {
  const exchanges = pairExchanges(traffic.messages).toReversed();
  if (exchanges.length === 0) {
    return [{ label: vscode.l10n.t('No messages yet. Send a message to an agent and try again.') }];
  }
  return [...exchanges.map(createItem), ...createDroppedItem(traffic.dropped)];
}

function createItem(exchange: Exchange): ExchangeItem {
  return {
    label: formatExchange(exchange),
    description: `${exchange.call.agent}  ${new Date(exchange.call.atMs).toISOString().slice(11, 23)}`,
    detail: (exchange.call.text ?? '').slice(0, PREVIEW_CHARS),
    exchange,
  };
}

const createDroppedItem = (count: number): readonly ExchangeItem[] =>
  count === 0 ? [] : [{ label: vscode.l10n.t('{0} older messages were removed.', count) }];

async function exportTraffic(messages: readonly TrafficMessage[]): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, 'trace.ndjson') } : {}),
    filters: { [vscode.l10n.t('Accord trace')]: ['ndjson'] },
    saveLabel: vscode.l10n.t('Export'),
  });
  if (target) {
    await writePrivateFile(target, formatTrace(messages));
  }
}
