import * as acp from '@agentclientprotocol/sdk';
import { asRecord } from '../../core/json.ts';
import { parseConfigOptions } from '../../core/session/wire/parseSessionUpdate.ts';
import { pickersFromConfig, type Picker } from '../../core/session/state/picker.ts';
import type { AgentSession } from './protocol/openSession.ts';

/** Sends a choice with the method that its picker came from. Returns the config pickers afterwards, if the agent sends them. */
export async function sendPickerValue(
  { connection, wireId: sessionId }: AgentSession,
  picker: Picker,
  value: string | boolean,
): Promise<readonly Picker[] | undefined> {
  const { agent } = connection.client;
  switch (picker.via) {
    case 'mode':
      await agent.request(acp.methods.agent.session.setMode, {
        sessionId,
        modeId: String(value),
      });
      return undefined;
    case 'model':
      await agent.request('session/set_model', { sessionId, modelId: String(value) });
      return undefined;
    case 'config': {
      const response: unknown = await agent.request(
        acp.methods.agent.session.setConfigOption,
        typeof value === 'boolean'
          ? { sessionId, configId: picker.id, type: 'boolean', value }
          : { sessionId, configId: picker.id, value },
      );
      const options = parseConfigOptions(asRecord(response)?.['configOptions']);
      return options.length > 0 ? pickersFromConfig(options) : undefined;
    }
  }
}
