import * as acp from '@agentclientprotocol/sdk';
import { asRecord } from '../../core/json.ts';
import { parseConfigOptions } from '../../core/session/wire/parseSessionUpdate.ts';
import { pickersFromConfig, type Picker } from '../../core/session/state/picker.ts';
import type { AgentConnection } from '../connection/agentConnection.ts';

/** Sends a choice the way its picker came. Answers the pickers after it, where the agent tells them. */
export async function sendPickerValue(
  { client: connection }: AgentConnection,
  sessionId: string,
  { picker, value }: { readonly picker: Picker; readonly value: string | boolean },
): Promise<readonly Picker[] | undefined> {
  switch (picker.via) {
    case 'mode':
      await connection.agent.request(acp.methods.agent.session.setMode, {
        sessionId,
        modeId: String(value),
      });
      return undefined;
    case 'model':
      await connection.agent.request('session/set_model', { sessionId, modelId: String(value) });
      return undefined;
    case 'config': {
      const response: unknown = await connection.agent.request(
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
