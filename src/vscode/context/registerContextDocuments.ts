import * as vscode from 'vscode';
import { parseHandlerUri, parseMentionUri } from '../../core/prompt/mention/parseMentionUri.ts';
import { UserError } from '../../core/errors.ts';
import type { CaptureStore } from '../../agent/context/captureStore.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { getContextLimits } from './prompt/contextLimits.ts';
import type { MentionReader } from './prompt/mentionReader.ts';
import { CONTEXT_SCHEME, openMention } from './openMention.ts';

/** Provides diffs, problems, terminal output and sessions as read-only documents, with the text that an agent gets. */
export function registerContextDocuments(reader: MentionReader): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(CONTEXT_SCHEME, {
    async provideTextDocumentContent(uri) {
      const mention = parseMentionUri(uri.query);
      const read = mention && (await reader.read(mention, getContextLimits()));
      if (read?.kind === 'text') {
        return read.text;
      }
      return read?.kind === 'missing' ? `${read.reason}.` : '';
    },
  });
}

/** Opens `vscode://accord-acp.accord/...` links. Such a link only shows something; it never sends a prompt. */
export function createUriHandler(
  captures: CaptureStore,
  reporter: ErrorReporter,
): vscode.UriHandler {
  return {
    handleUri: ({ path, query }) =>
      void reporter.run(vscode.l10n.t('Opening a link'), async () => {
        const mention = parseHandlerUri(path, query);
        if (!mention) {
          throw new UserError(vscode.l10n.t("Accord can't open this link."));
        }
        await openMention(mention, captures);
      }),
  };
}
