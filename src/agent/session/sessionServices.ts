import type { McpServerSources } from '../mcp/sessionMcpServers.ts';
import type { PermissionPolicy } from '../requests/permissionPolicy.ts';
import type { PickerPreferences } from './pickerPreferences.ts';
import type { PromptBuilder } from './promptBuilder.ts';
import type { TurnParticipant } from './turnParticipant.ts';

/** What all sessions of a window share. */
export interface SessionServices extends McpServerSources {
  readonly promptBuilder: PromptBuilder;
  readonly turnParticipant?: TurnParticipant;
  readonly pickerPreferences?: PickerPreferences;
  readonly permissionPolicy?: PermissionPolicy;
}
