import * as vscode from 'vscode';
import type { MessageConnection, NotificationType } from 'vscode-jsonrpc';
import type { Sessions } from '../../agent/sessions.ts';
import {
  EditRemark,
  OpenRemark,
  RemarkOn,
  SendRemarks,
  type HunkRemark,
} from '../../core/chat/messages.ts';
import { Fields } from '../../core/prompt/fields.ts';
import { WORDS_LIMIT_CHARS } from '../../core/review/remark.ts';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import type { Report } from '../report.ts';
import { uriOf } from './ledgerPath.ts';
import type { RemarkDesk } from './remarkDesk.ts';

const PATH_LIMIT_CHARS = 8_000;
const ID_LIMIT_CHARS = 200;

/** Takes from the chat what the user says about hunks, and sends it from there. */
export class ChatRemarks {
  readonly #desk: RemarkDesk;
  readonly #log: ReviewLog;
  readonly #report: Report;
  #sessions: Sessions | undefined;

  constructor(desk: RemarkDesk, log: ReviewLog, report: Report) {
    this.#desk = desk;
    this.#log = log;
    this.#report = report;
  }

  follow(sessions: Sessions): void {
    this.#sessions = sessions;
  }

  /** Serves one page. */
  listen(rpc: MessageConnection): void {
    const { remarks } = this.#desk;
    this.#on(rpc, RemarkOn, hunkRemark, remark => this.#remark(remark));
    this.#on(rpc, OpenRemark, idOf, ({ id }) => this.#open(id));
    this.#on(rpc, SendRemarks, ofSession, ({ sessionId }) => {
      const session = this.#sessions?.find(sessionId);
      return session && this.#desk.send(session);
    });
    this.#on(rpc, EditRemark, edit, ({ id, words }) =>
      words.trim() === '' ? remarks.remove([id]) : remarks.edit(id, words.trim()),
    );
  }

  async #remark({ path, hunk: { id, revision }, words, reject }: HunkRemark): Promise<void> {
    const file = this.#log.file(path);
    const hunk = file?.hunks.find(one => one.id === id);
    if (!file || !hunk || words.trim() === '') {
      this.#log.restore(this.#log.state); // The page shows something else than there is: it is drawn again.
      return;
    }
    if (reject) {
      await this.#desk.rejectWith(file, { ...hunk, revision }, words.trim());
    } else {
      this.#desk.remarks.add(file, hunk, words.trim());
    }
  }

  async #open(id: string): Promise<void> {
    const remark = this.#desk.remarks.find(id);
    if (remark) {
      const { start } = remark.range;
      await vscode.window.showTextDocument(uriOf(remark.path), {
        selection: new vscode.Range(start, 0, start, 0),
      });
    }
  }

  #on<T>(
    rpc: MessageConnection,
    type: NotificationType<T>,
    read: (from: Fields) => T,
    act: (value: T) => unknown,
  ): void {
    rpc.onNotification(type, raw => {
      const from = new Fields(raw);
      const value = read(from);
      if (from.sound) {
        void this.#report.around(type.method, () => act(value));
      }
    });
  }
}

const hunkRemark = (from: Fields): HunkRemark => ({
  path: from.text('path', PATH_LIMIT_CHARS),
  hunk: from.inner('hunk', inner => ({
    id: inner.text('id', ID_LIMIT_CHARS),
    revision: inner.count('revision'),
  })),
  words: from.text('words', WORDS_LIMIT_CHARS),
  reject: from.flag('reject'),
});

const idOf = (from: Fields): { readonly id: string } => ({ id: from.text('id', ID_LIMIT_CHARS) });

const edit = (from: Fields): { readonly id: string; readonly words: string } => ({
  ...idOf(from),
  words: from.text('words', WORDS_LIMIT_CHARS),
});

const ofSession = (from: Fields): { readonly sessionId: string } => ({
  sessionId: from.text('sessionId', ID_LIMIT_CHARS),
});
