import { getAgentErrorMessage } from '../../core/session/wire/protocolErrors.ts';
import { wouldChange } from '../../core/session/wire/parsePickers.ts';
import {
  withConfigPickers,
  withPickerValue,
  type Picker,
} from '../../core/session/state/picker.ts';
import type { Agent } from '../connection/agent.ts';
import type { Conversation } from './conversation.ts';
import { withDeadline } from '../connection/deadlines.ts';
import type { AgentSession } from './protocol/openSession.ts';
import type { PickerPreferences } from './pickerPreferences.ts';
import { sendPickerValue } from './sendPickerValue.ts';
import { t } from '../../core/l10n.ts';

/** Sets the mode, the model and the other options of a session. */
export class SessionPickers {
  readonly #agent: Agent;
  readonly #conversation: Conversation;
  readonly #preferences: PickerPreferences | undefined;

  constructor(
    agent: Agent,
    conversation: Conversation,
    preferences: PickerPreferences | undefined,
  ) {
    this.#agent = agent;
    this.#conversation = conversation;
    this.#preferences = preferences;
  }

  /** Sets a value and remembers it for the next session. Shows a notice if the agent refuses it. */
  async set(
    session: AgentSession | undefined,
    pickerId: string,
    value: string | boolean,
  ): Promise<void> {
    const problem = await this.#set(session, pickerId, value);
    if (problem === undefined) {
      this.#preferences?.set(this.#agent.id, pickerId, value);
    } else {
      this.#conversation.addNotice('error', problem);
    }
  }

  /** Sets the values that the user chose last time, if the agent still offers them. Refusals are ignored. */
  async restoreChoices(session: AgentSession | undefined): Promise<void> {
    const remembered = Object.entries(this.#preferences?.get(this.#agent.id) ?? {});
    for (const [pickerId, value] of remembered) {
      const picker = this.#conversation.state.pickers.find(({ id }) => id === pickerId);
      if (picker && wouldChange(picker, value)) {
        await this.#set(session, pickerId, value);
      }
    }
  }

  /** Shows the value at once and reverts it if the agent refuses it. Returns an error message, if any. */
  async #set(
    session: AgentSession | undefined,
    pickerId: string,
    value: string | boolean,
  ): Promise<string | undefined> {
    const { pickers } = this.#conversation.state;
    const picker = pickers.find(({ id }) => id === pickerId);
    if (!picker || !session) {
      return t('Start the agent to change this.');
    }
    this.#conversation.setState({ pickers: withPickerValue(pickers, pickerId, value) });
    try {
      const updated = await withDeadline(
        sendPickerValue(session, picker, value),
        session.connection.deadlines.controlMs,
        t("{0} didn't respond to the change of {1}.", this.#agent.name, picker.name),
      );
      if (updated) {
        const { pickers: shown } = this.#conversation.state;
        this.#conversation.setState({ pickers: withConfigPickers(shown, updated) });
      }
      return undefined;
    } catch (error) {
      this.#revert(picker, value);
      return t("Couldn't change {0}: {1}", picker.name, getAgentErrorMessage(error));
    }
  }

  /** Reverts a refused value, unless the user has chosen another one since. */
  #revert({ id, value: before }: Picker, refused: string | boolean): void {
    const { pickers } = this.#conversation.state;
    if (pickers.find(picker => picker.id === id)?.value === refused) {
      this.#conversation.setState({ pickers: withPickerValue(pickers, id, before) });
    }
  }
}
