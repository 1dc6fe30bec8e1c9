import path from 'node:path';
import * as vscode from 'vscode';
import type { RemarkFile } from '../../agent/review/remarkFile.ts';
import type { Session } from '../../agent/session.ts';
import type { Sessions } from '../../agent/sessions.ts';
import { UserError } from '../../core/errors.ts';
import { Lifetime } from '../../core/lifetime.ts';
import { followUp } from '../../core/review/followUp.ts';
import type { Hunk } from '../../core/review/hunk.ts';
import type { Remark } from '../../core/review/remark.ts';
import { Remarks } from '../../core/review/remarks.ts';
import type { ReviewedFile } from '../../core/review/reviewedFile.ts';
import { uriOf } from './ledgerPath.ts';
import type { ReviewDesk } from './reviewDesk.ts';

/** Collects what the user says about hunks, and sends it to the agents whose hunks they are. */
export class RemarkDesk implements vscode.Disposable {
  readonly remarks = new Remarks();
  readonly #desk: ReviewDesk;
  readonly #file: RemarkFile;
  readonly #lifetime = new Lifetime();
  #sessions: Sessions | undefined;

  constructor(desk: ReviewDesk, file: RemarkFile) {
    this.#desk = desk;
    this.#file = file;
    const { log } = desk;
    this.#lifetime.own(this.remarks);
    this.#lifetime.own(log.onDidRecord(event => this.remarks.heard(event, log.state)));
  }

  /** The sessions that remarks go to. */
  follow(sessions: Sessions): void {
    this.#sessions = sessions;
  }

  /** Takes over what was collected in an earlier window. */
  async restore(): Promise<void> {
    this.remarks.restore(await this.#file.load());
    this.#lifetime.own(this.remarks.onDidChange(all => this.#file.save(all)));
  }

  /** Rejects a hunk and keeps the reason. Where the hunk is not as it was shown, neither happens. */
  async rejectWith(file: ReviewedFile, hunk: Hunk, words: string): Promise<void> {
    const { id, revision } = hunk;
    const remark = this.remarks.add(file, hunk, words);
    const ref = { path: file.current.path, id, revision };
    if (!(await this.#desk.decide('reject', { kind: 'hunks', hunks: [ref] }))) {
      this.remarks.remove([remark.id]);
    }
  }

  /** The session that a remark goes to: the one it is about, or, if that is closed, the one in front. */
  sessionOf({ sessionId }: Remark): Session | undefined {
    return this.#sessions?.find(sessionId) ?? this.#sessions?.active;
  }

  /** Sends what was collected, one prompt for each session; only to `target`, if it is named. */
  send(target?: Session): void {
    const mine = this.remarks.all.filter(
      remark => target === undefined || this.sessionOf(remark) === target,
    );
    const sessions = new Set(mine.map(remark => this.sessionOf(remark)));
    if (mine.length === 0) {
      throw new UserError(
        vscode.l10n.t('There is no comment to send. Comment on a change of the agent first.'),
      );
    }
    for (const session of sessions) {
      if (!session) {
        throw new UserError(
          vscode.l10n.t('No session is open. Open one with "Accord: Session History".'),
        );
      }
      const remarks = mine.filter(remark => this.sessionOf(remark) === session);
      void session.send(followUp(remarks, file => nameFor(session, uriOf(file).fsPath)));
      this.remarks.remove(remarks.map(({ id }) => id));
    }
  }

  /** Settles when everything is on disk. */
  flush(): Promise<void> {
    return this.#file.flush();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

/** A path as the agent knows it: from its working directory on, if it lies there. */
function nameFor({ roots }: Session, file: string): string {
  const relative = path.relative(roots[0] ?? '/', file);
  const isInside = !relative.startsWith('..') && !path.isAbsolute(relative);
  return isInside ? relative.split(path.sep).join('/') : file;
}
