import type { McpServer } from '@agentclientprotocol/sdk';
import type { PickerPreferences } from './pickerPreferences.ts';
import type { PromptBuilder } from './promptBuilder.ts';
import type { TurnParticipant } from './turnParticipant.ts';

/** What all sessions of a window share. */
export interface SessionServices {
  readonly promptBuilder: PromptBuilder;
  readonly turnParticipant?: TurnParticipant;
  readonly pickerPreferences?: PickerPreferences;
  /** The MCP servers from the user's settings. */
  readonly mcpServers?: () => Promise<readonly McpServer[]>;
}
