import { getAgentErrorMessage } from '../../core/session/wire/protocolErrors.ts';
import { wouldChange } from '../../core/session/wire/parsePickers.ts';
import { withPickerValue, type Picker } from '../../core/session/state/picker.ts';
import type { Agent } from '../connection/agent.ts';
import type { Conversation } from './conversation.ts';
import { withDeadline } from '../connection/deadlines.ts';
import type { SessionConnection } from './sessionConnection.ts';
import type { PickerPreferences } from './pickerPreferences.ts';
import { sendPickerValue } from './sendPickerValue.ts';
import { t } from '../../core/l10n.ts';

/** The modes, models and options of a session, as the user sets them. */
export class SessionPickers {
  readonly #agent: Agent;
  readonly #conversation: Conversation;
  readonly #line: SessionConnection;
  readonly #choices: PickerPreferences | undefined;

  constructor(
    agent: Agent,
    conversation: Conversation,
    line: SessionConnection,
    choices: PickerPreferences | undefined,
  ) {
    this.#agent = agent;
    this.#conversation = conversation;
    this.#line = line;
    this.#choices = choices;
  }

  /** Sets one and remembers it for the next session. Answers what went wrong, if anything did. */
  async set(pickerId: string, value: string | boolean): Promise<string | undefined> {
    const problem = await this.#set(pickerId, value);
    if (problem === undefined) {
      this.#choices?.set(this.#agent.id, pickerId, value);
    }
    return problem;
  }

  /** Sets what the user chose last time, as far as the agent still offers it. A refusal is none of the user's concern. */
  async restoreChoices(): Promise<void> {
    const remembered = Object.entries(this.#choices?.get(this.#agent.id) ?? {});
    for (const [pickerId, value] of remembered) {
      const picker = this.#conversation.state.pickers.find(({ id }) => id === pickerId);
      if (picker && wouldChange(picker, value)) {
        await this.#set(pickerId, value);
      }
    }
  }

  /** Shown at once, and taken back if the agent refuses. */
  async #set(pickerId: string, value: string | boolean): Promise<string | undefined> {
    const { pickers } = this.#conversation.state;
    const picker = pickers.find(({ id }) => id === pickerId);
    const { agentConnection: link, wireId } = this.#line;
    if (!picker || !link || wireId === undefined) {
      return t('There is nothing to set while the agent is not running.');
    }
    this.#conversation.setState({ pickers: withPickerValue(pickers, pickerId, value) });
    try {
      const answered = await withDeadline(
        sendPickerValue(link, wireId, { picker, value }),
        link.deadlines.controlMs,
        t('{0} did not answer to the change of {1}.', this.#agent.name, picker.name),
      );
      if (answered) {
        this.#conversation.setState({ pickers: answered });
      }
      return undefined;
    } catch (error) {
      this.#takeBack(picker, value);
      return t('{0} could not be changed: {1}', picker.name, getAgentErrorMessage(error));
    }
  }

  /** What was refused goes; what was chosen since stays. */
  #takeBack({ id, value: before }: Picker, refused: string | boolean): void {
    const { pickers } = this.#conversation.state;
    if (pickers.find(picker => picker.id === id)?.value === refused) {
      this.#conversation.setState({ pickers: withPickerValue(pickers, id, before) });
    }
  }
}
