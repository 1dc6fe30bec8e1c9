import { asRecord } from '../json.ts';
import { TOOL_NAMES, type ToolName } from './toolDefinitions.ts';

/** The tools that the setting leaves on: all but those that are set to `false`. */
export function getEnabledTools(setting: unknown): readonly ToolName[] {
  const switches = asRecord(setting) ?? {};
  return TOOL_NAMES.filter(name => switches[name] !== false);
}
