import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { pickersFromConfig, withConfigPickers, withCurrentMode } from './picker.ts';
import { parsePromptSuggestions } from './parsePromptSuggestions.ts';
import { parsePlanLimits } from './parsePlanLimits.ts';
import type { Cost, PlanLimit } from './usage.ts';
import type { SessionState, SlashCommand } from './sessionState.ts';

/** Nobody can look through more commands than this. */
const COMMAND_LIMIT = 1_000;
/** The oldest reports of further limits are dropped. */
const LIMIT_COUNT = 10;

/** Applies an update about the session itself. Collections are replaced as a whole, as the protocol specifies. */
export function stateAfterUpdate(state: SessionState, update: SessionUpdate): SessionState {
  switch (update.sessionUpdate) {
    case 'available_commands_update':
      return {
        ...state,
        commands: update.availableCommands.slice(0, COMMAND_LIMIT).map(toCommand),
      };
    case 'current_mode_update':
      return { ...state, pickers: withCurrentMode(state.pickers, update.currentModeId) };
    case 'config_option_update':
      return {
        ...state,
        pickers: withConfigPickers(state.pickers, pickersFromConfig(update.configOptions)),
      };
    case 'session_info_update':
      return stateAfterInfo(state, update);
    case 'usage_update':
      return {
        ...state,
        usage: {
          usedTokens: update.used,
          sizeTokens: update.size,
          ...costAfter(state.usage?.cost, update.cost),
        },
        ...limitsAfter(state.limits, parsePlanLimits(update._meta)),
      };
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
    case 'tool_call':
    case 'tool_call_update':
    case 'plan':
    case 'notice':
    case 'compaction_update':
    case 'compaction_summary_chunk':
      return state; // These concern the transcript: see `patchesForUpdate`.
    default:
      return state;
  }
}

type InfoUpdate = Extract<SessionUpdate, { sessionUpdate: 'session_info_update' }>;

function stateAfterInfo(state: SessionState, { title, _meta }: InfoUpdate): SessionState {
  const suggestions = parsePromptSuggestions(_meta);
  return title === undefined && suggestions === undefined
    ? state
    : {
        ...state,
        ...(title === undefined ? {} : { title: title ?? '' }),
        ...(suggestions === undefined ? {} : { suggestions }),
      };
}

/** An update without a cost, such as one about a limit, leaves the last one. */
function costAfter(
  before: Cost | undefined,
  cost: Cost | null | undefined,
): { readonly cost?: Cost } {
  const now = cost ? { amount: cost.amount, currency: cost.currency } : before;
  return now ? { cost: now } : {};
}

/** Agents report one limit at a time, so the others stay. */
function limitsAfter(
  before: readonly PlanLimit[] = [],
  reported: readonly PlanLimit[],
): { readonly limits?: readonly PlanLimit[] } {
  const names = reported.map(({ name }) => name);
  const others = before.filter(({ name }) => !names.includes(name));
  const limits = [...others, ...reported].slice(-LIMIT_COUNT);
  return limits.length === 0 ? {} : { limits };
}

const toCommand = (command: {
  readonly name: string;
  readonly description: string;
  readonly input?: { readonly hint?: string } | null;
}): SlashCommand => ({
  name: command.name,
  description: command.description,
  ...(command.input?.hint ? { hint: command.input.hint } : {}),
});
