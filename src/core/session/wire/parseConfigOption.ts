import type { SessionConfigOption } from '@agentclientprotocol/sdk';
import { asBoolean, asList, asRecord, asString, type JsonObject } from '../../json.ts';

interface Choice {
  value: string;
  name: string;
  description?: string;
}

/** Reads a config option; `undefined` for an unknown type. */
export function parseConfigOption(raw: unknown): SessionConfigOption | undefined {
  const option = asRecord(raw);
  const id = asString(option?.['id']);
  if (!option || id === undefined) {
    return undefined;
  }
  const description = asString(option['description']);
  const category = asString(option['category']);
  const common = {
    id,
    name: asString(option['name']) ?? id,
    ...(description ? { description } : {}),
    ...(category ? { category } : {}),
  };
  if (option['type'] === 'boolean') {
    const currentValue = asBoolean(option['currentValue']);
    return currentValue === undefined ? undefined : { ...common, type: 'boolean', currentValue };
  }
  return option['type'] === 'select' ? select(option, common) : undefined;
}

function select(
  option: JsonObject,
  common: { readonly id: string; readonly name: string },
): SessionConfigOption | undefined {
  const currentValue = asString(option['currentValue']);
  if (currentValue === undefined) {
    return undefined;
  }
  const groups = asList(option['options'], group) ?? [];
  const options = groups.length > 0 ? [...groups] : [...(asList(option['options'], choice) ?? [])];
  return { ...common, type: 'select', currentValue, options };
}

function group(raw: unknown): { group: string; name: string; options: Choice[] } | undefined {
  const item = asRecord(raw);
  const options = asList(item?.['options'], choice);
  const id = asString(item?.['group']);
  return id === undefined || !options
    ? undefined
    : { group: id, name: asString(item?.['name']) ?? id, options: [...options] };
}

function choice(raw: unknown): Choice | undefined {
  const item = asRecord(raw);
  const value = asString(item?.['value']);
  const description = asString(item?.['description']);
  return value === undefined
    ? undefined
    : {
        value,
        name: asString(item?.['name']) ?? value,
        ...(description ? { description } : {}),
      };
}
