import * as vscode from 'vscode';
import { parseHandledUri, parseMentionUri } from '../../core/prompt/parseMentionUri.ts';
import { UserError } from '../../core/errors.ts';
import type { Captures } from '../../agent/context/captures.ts';
import type { Report } from '../report.ts';
import { contextLimits } from './contextLimits.ts';
import type { MentionReader } from './mentionReader.ts';
import { CONTEXT_SCHEME, openMention } from './openMention.ts';

/** Shows diffs, problems, terminal texts and sessions as documents, just as an agent would get them. */
export function contextDocuments(reader: MentionReader): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(CONTEXT_SCHEME, {
    async provideTextDocumentContent(uri) {
      const mention = parseMentionUri(uri.query);
      const read = mention && (await reader.read(mention, contextLimits()));
      if (read?.kind === 'text') {
        return read.text;
      }
      return read?.kind === 'missing' ? `${read.reason}.` : '';
    },
  });
}

/** Opens `vscode://accord-acp.accord/...`. A link from outside shows something; it never sends anything. */
export function contextLinks(captures: Captures, report: Report): vscode.UriHandler {
  return {
    handleUri: ({ path, query }) =>
      void report.around(vscode.l10n.t('Opening a link'), async () => {
        const mention = parseHandledUri(path, query);
        if (!mention) {
          throw new UserError(vscode.l10n.t('This link names nothing that Accord can open.'));
        }
        await openMention(mention, captures);
      }),
  };
}
