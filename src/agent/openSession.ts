import * as acp from '@agentclientprotocol/sdk';
import { UserError } from '../core/errors.ts';
import { asList, asRecord, asString, type Json } from '../core/json.ts';
import { parseConfigOptions } from '../core/session/parseUpdate.ts';
import {
  pickerFromModels,
  pickerFromModes,
  pickersFromConfig,
  type Picker,
} from '../core/session/picker.ts';
import type { Link } from './agent.ts';
import { withDeadline } from './deadline.ts';

/** Opening may read a long history or start servers. */
const OPEN_MS = 60_000;

export interface Opening {
  /** The agent's id of the session, if it is to be taken up again. */
  readonly wireId: string | undefined;
  readonly roots: readonly string[];
  readonly agentName: string;
}

export interface Opened {
  readonly wireId: string;
  readonly pickers: readonly Picker[];
  /** What the user should know about how it was opened. */
  readonly note?: string;
}

/** Takes a session up again where it was (`resume`, else `load`), or opens a new one. */
export async function openOnWire(link: Link, opening: Opening): Promise<Opened> {
  const { wireId } = opening;
  if (wireId !== undefined && (link.abilities.resume || link.abilities.load)) {
    try {
      return await takeUp(link, opening, wireId);
    } catch {
      // The agent has forgotten it, which it may say with any code: a new session goes on from here.
    }
  }
  const opened = await openNew(link, opening);
  return wireId === undefined
    ? opened
    : {
        ...opened,
        note: `${opening.agentName} could not take the conversation up again. It goes on in a new session: the agent no longer knows what was said before.`,
      };
}

async function takeUp(link: Link, opening: Opening, wireId: string): Promise<Opened> {
  const method = link.abilities.resume
    ? acp.methods.agent.session.resume
    : acp.methods.agent.session.load;
  const response = await patiently(
    opening,
    link.connection.agent.request(method, { sessionId: wireId, ...setup(link, opening) }),
  );
  return { wireId, pickers: pickersOf(asRecord(response) ?? {}) };
}

async function openNew(link: Link, opening: Opening): Promise<Opened> {
  const response = await patiently(
    opening,
    link.connection.agent.request(acp.methods.agent.session.new, setup(link, opening)),
  );
  const wireId = asString(asRecord(response)?.['sessionId']);
  if (wireId === undefined) {
    throw new UserError(`${opening.agentName} opened a session without telling its id.`);
  }
  return { wireId, pickers: pickersOf(asRecord(response) ?? {}) };
}

function setup({ abilities }: Link, { roots }: Opening): acp.NewSessionRequest {
  const [cwd = '', ...others] = roots;
  const additional = [...new Set(others)].filter(root => root !== cwd);
  return {
    cwd,
    mcpServers: [],
    ...(abilities.additionalDirectories && additional.length > 0
      ? { additionalDirectories: additional }
      : {}),
  };
}

const patiently = <T>({ agentName }: Opening, answer: Promise<T>): Promise<T> =>
  withDeadline(
    answer,
    OPEN_MS,
    `${agentName} did not open a session within ${OPEN_MS / 1000} seconds.`,
  );

/** Config options stand for modes and models too, where an agent has both. */
function pickersOf(response: Json): readonly Picker[] {
  const options = parseConfigOptions(response['configOptions']);
  if (options.length > 0) {
    return pickersFromConfig(options);
  }
  return [...modePicker(response['modes']), ...modelPicker(response['models'])];
}

function modePicker(raw: unknown): readonly Picker[] {
  const modes = asRecord(raw);
  const currentModeId = asString(modes?.['currentModeId']);
  const availableModes = asList(modes?.['availableModes'], item => named(item, 'id'));
  return currentModeId === undefined || !availableModes?.length
    ? []
    : [
        pickerFromModes({
          currentModeId,
          availableModes: availableModes.map(({ id, ...rest }) => ({ id, ...rest })),
        }),
      ];
}

function modelPicker(raw: unknown): readonly Picker[] {
  const models = asRecord(raw);
  const currentModelId = asString(models?.['currentModelId']);
  const availableModels = asList(models?.['availableModels'], item => named(item, 'modelId'));
  return currentModelId === undefined || !availableModels?.length
    ? []
    : [
        pickerFromModels({
          currentModelId,
          availableModels: availableModels.map(({ id, ...rest }) => ({ modelId: id, ...rest })),
        }),
      ];
}

function named(
  raw: unknown,
  idField: string,
): { readonly id: string; readonly name: string; readonly description?: string } | undefined {
  const item = asRecord(raw);
  const id = asString(item?.[idField]);
  const description = asString(item?.['description']);
  return id === undefined
    ? undefined
    : { id, name: asString(item?.['name']) ?? id, ...(description ? { description } : {}) };
}
