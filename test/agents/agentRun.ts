import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import type { Session } from '../../src/agent/session/session.ts';
import type { Draft } from '../../src/core/prompt/draft.ts';
import { mentionUri } from '../../src/core/prompt/mention/mentionUri.ts';
import type { Mention } from '../../src/core/prompt/mention/mention.ts';
import type { Picker } from '../../src/core/session/state/picker.ts';
import { outline } from '../fakes/sessionFixture.ts';
import { modePicker, tableRow, type StoredSessionFeature } from './agentTable.ts';
import { ExtensionChecks } from './extensionChecks.ts';
import { StoredSessionChecks } from './storedSessionChecks.ts';
import type { ReceivedRequest } from './model/modelServer.ts';
import type { ModelStep } from './model/script.ts';
import { PICTURE } from './picture.ts';
import { versionOf } from './realAgent.ts';
import type { RealAgentFixture } from './realAgentFixture.ts';
import { failures, visibleText, agentText } from './transcriptTexts.ts';
import { PermissionResponder } from './permissionResponder.ts';
import { STEP_MS } from './timeLimits.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** The workspace that each agent works in. */
export const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'one\ntwo\nthree\nfour\nfive\n',
  'notes.txt': 'first note\nsecond note\nthird note\n',
  'open.txt': 'as it is on disk\n',
  'changed.txt': 'before the change\n',
};

/** Slash commands without effects. An agent that offers commands has at least one of these. */
const HARMLESS = ['session-info', 'context', 'status', 'session', 'about', 'init'];

/** The steps that one agent goes through. */
export class AgentRun {
  readonly fixture: RealAgentFixture;
  readonly extensions = new ExtensionChecks(this);
  #session: Session | undefined;
  readonly #users = new Map<Session, PermissionResponder>();
  #pickers: readonly Picker[] = [];
  #storedSessions: readonly StoredSessionFeature[] = [];
  #beganMs = 0;
  #askedForEdits = false;
  #askedForCommands = false;
  #sawPicture = false;
  #command: string | undefined;

  constructor(fixture: RealAgentFixture) {
    this.fixture = fixture;
  }

  get session(): Session {
    if (!this.#session) {
      throw new Error('The agent has no session.');
    }
    return this.#session;
  }

  get user(): PermissionResponder {
    const user =
      this.#users.get(this.session) ?? new PermissionResponder(this.session, this.fixture.model);
    this.#users.set(this.session, user);
    return user;
  }

  async checkInitialize(): Promise<void> {
    await this.useSession(this.fixture.createSession());
    this.#beganMs = Date.now();
    expect(failures(this.session)).toEqual([]);
    const { capabilities: abilities } = await this.session.agent.connect(this.fixture.root);
    const version = abilities.version?.replace(/^v/, '');
    const { firstPicker, reportsVersion } = this.fixture.agent.quirks ?? {};
    const expected = reportsVersion ?? versionOf(this.fixture.agent);
    expect(version ?? expected).toBe(expected);
    this.#pickers = this.session.conversation.state.pickers;
    if (firstPicker) {
      await this.session.setPicker(...firstPicker);
    }
  }

  /** Sets each of the agent's modes, and then the initial one again. */
  async checkModes(): Promise<void> {
    const { session } = this;
    const mode = (): Picker | undefined => modePicker(session.conversation.state.pickers);
    const first = mode();
    if (first?.kind !== 'select') {
      return;
    }
    for (const { value } of [...first.choices, first]) {
      await session.setPicker(first.id, value);
      expect(mode()?.value, outline(session).join('\n')).toBe(value);
    }
    expect(failures(session)).toEqual([]);
  }

  async checkContext(): Promise<void> {
    const { fixture } = this;
    fixture.documents.open.set(fixture.at('open.txt'), {
      text: 'typed, not saved\n',
      isDirty: true,
    });
    await writeFile(fixture.at('changed.txt'), 'after the change\n');
    const selection: Mention = {
      kind: 'selection',
      uri: this.#uri('notes.txt'),
      range: { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } },
    };
    const end = await this.sendText('I have seen it all.', [
      { kind: 'file', uri: this.#uri('a.txt') },
      selection,
      { kind: 'gitDiff', diff: { kind: 'workingTree' } },
      { kind: 'file', uri: this.#uri('open.txt') },
    ]);
    expect(end).toBe('end_turn');
    const { placeOf, readsLinks = false } = fixture.agent.quirks ?? {};
    const texts = this.getReceivedTexts();
    const { capabilities: abilities } = await this.session.agent.connect(fixture.root);
    // An agent that takes no embedded content gets a saved file as a link, and can read it itself.
    const file = abilities.prompt.embeddedContext ? 'three\nfour\nfive' : fixture.at('a.txt');
    expect(texts).toContain(file);
    expect(texts).toContain('second note');
    expect(texts.includes('third note')).toBe(readsLinks);
    expect(texts).toContain(placeOf?.(fixture.at('notes.txt'), 2) ?? mentionUri(selection));
    expect(texts).toContain('-before the change\n+after the change');
    expect(texts).toContain('typed, not saved');
    expect(texts).not.toContain('as it is on disk');
  }

  async checkImage(): Promise<void> {
    const { capabilities: abilities } = await this.session.agent.connect(this.fixture.root);
    if (!abilities.prompt.image) {
      return;
    }
    await writeFile(this.fixture.at('dot.png'), PICTURE);
    await this.sendText('A dot.', [{ kind: 'file', uri: this.#uri('dot.png') }]);
    expect(this.getReceivedTexts()).toContain(PICTURE.toString('base64'));
    this.#sawPicture = true;
  }

  async checkEdits(): Promise<void> {
    const { fixture, user } = this;
    await user.promptSteps([
      { do: 'read', path: fixture.at('a.txt') },
      { do: 'edit', path: fixture.at('a.txt'), old: 'two\n', new: 'two and a half\n' },
      { do: 'write', path: fixture.at('new.txt'), text: 'new file\n' },
      { do: 'say', text: 'Edited.' },
    ]);
    expect(agentText(this.session)).toContain('Edited.');
    expect(await fixture.text('a.txt')).toBe('one\ntwo and a half\nthree\nfour\nfive\n');
    const { losesLastNewline } = fixture.agent.quirks ?? {};
    expect(await fixture.text('new.txt')).toBe(losesLastNewline ? 'new file' : 'new file\n');
    const pending = fixture.review.pending(fixture.root);
    expect(pending).toContain('modified a.txt 1');
    expect(pending).toContain('created new.txt 1');
    this.#askedForEdits = user.asked.length > 0;
  }

  async checkCommand(): Promise<void> {
    const { fixture, user } = this;
    await user.promptSteps([
      this.shell('printf "by a command\\n" > made.txt; printf "said by it: %s\\n" 42'),
      { do: 'say', text: 'Ran it.' },
    ]);
    expect(agentText(this.session)).toContain('Ran it.');
    expect(await fixture.text('made.txt')).toBe('by a command\n');
    expect(fixture.review.pending(fixture.root)).toContain('created made.txt 1');
    const isHidden = fixture.agent.quirks?.hidesOutput === true;
    expect(visibleText(this.session).includes('said by it: 42')).toBe(!isHidden);
    this.#askedForCommands = user.asked.length > 0;
  }

  async checkRejection(): Promise<void> {
    const { fixture, user } = this;
    if (fixture.agent.quirks?.neverAsks) {
      expect([this.#askedForEdits, this.#askedForCommands]).toEqual([false, false]);
      return;
    }
    const steps: readonly ModelStep[] = [
      this.shell('printf never > never.txt'),
      { do: 'say', text: 'Not done.' },
    ];
    const end = await user.promptSteps(steps, { promptText: 'no' });
    expect(['end_turn', 'cancelled']).toContain(end);
    expect(user.asked).toHaveLength(1);
    await expect(fixture.text('never.txt')).rejects.toThrow('ENOENT');
  }

  async checkCancellation(): Promise<void> {
    const { fixture, user, session } = this;
    const sentence = user.promptSteps([{ do: 'hang', text: 'This sentence never ends' }]);
    const { buffersText } = fixture.agent.quirks ?? {};
    const hasBegun = (): boolean =>
      buffersText ? this.newRequests.length > 0 : agentText(session).includes('This sentence');
    await waitUntil(hasBegun, STEP_MS);
    session.cancel();
    expect(await sentence).toBe('cancelled');
    const command = user.promptSteps([
      this.shell('touch began.txt; sleep 4321'),
      { do: 'say', text: 'Slept.' },
    ]);
    const began = (): Promise<boolean> => fixture.text('began.txt').then(yes, no);
    await waitUntil(began, STEP_MS);
    session.cancel();
    expect(await command).toBe('cancelled');
    await waitUntil(async () => !(await fixture.listRunningProcesses()).some(isAsleep), STEP_MS);
    await this.sendText('Still here.');
  }

  /** A slash command is handled by the agent, not by its model. */
  async checkSlashCommand(): Promise<void> {
    const { session, user } = this;
    const offered = session.conversation.state.commands.map(({ name }) => name);
    this.#command = HARMLESS.find(name => offered.includes(name));
    expect(this.#command === undefined).toBe(offered.length === 0);
    if (this.#command !== undefined) {
      const before = agentText(session);
      expect(await user.promptText(`/${this.#command}`)).toBe('end_turn');
      expect(agentText(session).length).toBeGreaterThan(before.length);
      const said = this.newRequests.flatMap(({ request }) => request.conversation);
      const words = said.map(one => (one.by === 'user' ? one.text.trim() : ''));
      expect(words).not.toContain(`/${this.#command}`);
    }
  }

  /** Lists, resumes, loads, forks, closes and deletes stored sessions in a new process of the agent. */
  async checkStoredSessions(): Promise<void> {
    if (this.fixture.agent.quirks?.forgetsWithinMinute) {
      await waitUntil(() => minute(Date.now()) > minute(this.#beganMs), STEP_MS);
    }
    this.#storedSessions = await new StoredSessionChecks(this).run();
  }

  async checkExit(): Promise<void> {
    await this.fixture.sessions.stopAgents();
    expect(await this.fixture.listRunningProcesses()).toEqual([]);
  }

  /** This run as a row of the table in docs/AGENTS.md. */
  async createTableRow(): Promise<string> {
    const { fixture, session } = this;
    const wroteThroughUs = fixture.review.writes.includes(fixture.at('a.txt'));
    return tableRow({
      agent: fixture.agent,
      connection: await session.agent.connect(fixture.root),
      pickers: this.#pickers,
      storedSessions: this.#storedSessions,
      passages: fixture.passages,
      edits: wroteThroughUs ? 'through Accord' : 'by itself',
      askedForEdits: this.#askedForEdits,
      askedForCommands: this.#askedForCommands,
      sawPicture: this.#sawPicture,
      ranSlashCommand: this.#command !== undefined,
      steered: this.extensions.steered,
      subagents: this.extensions.subagents,
      state: session.conversation.state,
    });
  }

  /** Continues in this session once it is ready. */
  async useSession(session: Session): Promise<void> {
    this.#session = session;
    await waitUntil(() => isReady(session), STEP_MS);
    expect(session.conversation.state.status, outline(session).join('\n')).toEqual({
      kind: 'idle',
    });
  }

  /** Makes the model send a text, and checks that the agent passes it on. */
  async sendText(text: string, mentions: readonly Mention[] = []): Promise<string> {
    const words: Draft = mentions.map(mention => ({ kind: 'mention', mention }));
    const end = await this.user.promptSteps([{ do: 'say', text }], { words });
    expect(agentText(this.session)).toContain(text);
    return end;
  }

  /** A step that runs a command, outside the agent's sandbox if it has one. */
  shell(command: string): ModelStep {
    const unboxed = this.fixture.agent.quirks?.isBoxed ?? false;
    return { do: 'shell', command, ...(unboxed ? { unboxed } : {}) };
  }

  /** Everything that the model received in the last turn. */
  getReceivedTexts(): string {
    return this.newRequests.map(({ texts }) => texts).join('\n');
  }

  /** The requests that the model received in the last turn. */
  get newRequests(): readonly ReceivedRequest[] {
    return this.fixture.model.requests.slice(this.user.asksFrom);
  }

  #uri(name: string): string {
    return pathToFileURL(this.fixture.at(name)).href;
  }
}

const minute = (ms: number): number => Math.floor(ms / 60_000);
const isAsleep = (line: string): boolean => line.includes('sleep 4321');
const yes = (): boolean => true;
const no = (): boolean => false;

const isReady = ({ conversation }: Session): boolean =>
  !['starting', 'working', 'stopping'].includes(conversation.state.status.kind);
