import type { McpServer } from '@agentclientprotocol/sdk';
import type { PermissionPolicy } from '../requests/permissionPolicy.ts';
import type { PickerPreferences } from './pickerPreferences.ts';
import type { PromptBuilder } from './promptBuilder.ts';
import type { TurnParticipant } from './turnParticipant.ts';

/** What all sessions of a window share. */
export interface SessionServices {
  readonly promptBuilder: PromptBuilder;
  readonly turnParticipant?: TurnParticipant;
  readonly pickerPreferences?: PickerPreferences;
  readonly permissionPolicy?: PermissionPolicy;
  /** The MCP servers from the user's settings. */
  readonly mcpServers?: () => Promise<readonly McpServer[]>;
}
