import {
  asBoolean,
  asList,
  asNumber,
  asOneOf,
  asRecord,
  asString,
  optionalField,
  type JsonObject,
} from '../../json.ts';
import type { ElicitationForm, FormChoice, FormField } from './elicitationForm.ts';
import { safePattern } from './safePattern.ts';

/** Why a form cannot be shown. */
export type FormProblem = 'secret' | 'unknown' | 'tooLong' | 'none';

const FIELD_LIMIT = 50;
const CHOICE_LIMIT = 500;
const TEXT_LIMIT_CHARS = 2_000;
const FORMATS = ['email', 'uri', 'date', 'date-time'] as const;

/**
 * Reads the JSON schema of a form, which is a flat object. An optional field of an unknown type is left out; a required one
 * makes the whole form `unknown`. A form that asks for a secret is refused, because secrets belong on the agent's own pages.
 */
export function parseForm(schema: unknown): ElicitationForm | FormProblem {
  const raw = asRecord(schema);
  const properties = Object.entries(asRecord(raw?.['properties']) ?? {});
  const required = new Set(asList(raw?.['required'], asString) ?? []);
  if (properties.length === 0) {
    return 'none';
  }
  if (properties.length > FIELD_LIMIT) {
    return 'tooLong';
  }
  if (properties.some(([name, property]) => isSecret(name, asRecord(property)))) {
    return 'secret';
  }
  const fields = properties.map(([name, property]) =>
    fieldOf(name, asRecord(property) ?? {}, required.has(name)),
  );
  const missing = properties.some(([name], index) => required.has(name) && !fields[index]);
  if (missing) {
    return 'unknown';
  }
  const title = shortText(raw?.['title']);
  return { ...(title ? { title } : {}), fields: fields.filter(field => field !== undefined) };
}

const SECRET =
  /passw|passphrase|secret|credential|api[\s_-]?key|access[\s_-]?key|private[\s_-]?key|auth[\s_-]?token|access[\s_-]?token|\btoken\b|\bpin\b|\bcvv\b|\bcvc\b|card[\s_-]?number|social security|one[\s-]time (?:code|password)|\botp\b/i;

/** Names such as `apiKey` and titles such as "Your password". */
function isSecret(name: string, property: JsonObject | undefined): boolean {
  if (property?.['type'] === 'boolean' || property?.['enum'] || property?.['oneOf']) {
    return false; // A choice between given values is not a secret.
  }
  const spaced = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return [spaced, property?.['title'], property?.['description']].some(
    text => typeof text === 'string' && SECRET.test(text),
  );
}

function fieldOf(name: string, property: JsonObject, required: boolean): FormField | undefined {
  const description = shortText(property['description']);
  const common = {
    name,
    title: shortText(property['title']) ?? name,
    ...(description ? { description } : {}),
    required,
  };
  switch (property['type']) {
    case 'string':
      return { ...common, ...(choiceField(property) ?? textField(property)) };
    case 'number':
    case 'integer':
      return { ...common, ...numberField(property) };
    case 'boolean':
      return { ...common, kind: 'boolean', initial: asBoolean(property['default']) ?? false };
    case 'array': {
      const field = choicesField(property);
      return field && { ...common, ...field };
    }
    default:
      return undefined;
  }
}

type Own<K extends FormField['kind']> = Omit<
  Extract<FormField, { kind: K }>,
  'name' | 'title' | 'description' | 'required'
>;

function textField(property: JsonObject): Own<'text'> {
  const pattern = asString(property['pattern']);
  return {
    kind: 'text',
    ...optionalField('initial', shortText(property['default'])),
    ...optionalField('format', asOneOf(property['format'], FORMATS)),
    ...optionalField('minLength', asNumber(property['minLength'])),
    ...optionalField('maxLength', asNumber(property['maxLength'])),
    ...optionalField('pattern', pattern === undefined ? undefined : safePattern(pattern)),
  };
}

function numberField(property: JsonObject): Own<'number'> {
  return {
    kind: 'number',
    whole: property['type'] === 'integer',
    ...optionalField('initial', asNumber(property['default'])),
    ...optionalField('minimum', asNumber(property['minimum'])),
    ...optionalField('maximum', asNumber(property['maximum'])),
  };
}

function choiceField(property: JsonObject): Own<'choice'> | undefined {
  const choices = choicesOf(property['enum'], property['oneOf'], property['enumNames']);
  const initial = asString(property['default']);
  return choices.length === 0
    ? undefined
    : {
        kind: 'choice',
        choices,
        ...(choices.some(({ value }) => value === initial)
          ? optionalField('initial', initial)
          : {}),
      };
}

function choicesField(property: JsonObject): Own<'choices'> | undefined {
  const items = asRecord(property['items']) ?? {};
  const choices = choicesOf(items['enum'], items['anyOf'] ?? items['oneOf'], items['enumNames']);
  const known = new Set(choices.map(({ value }) => value));
  return choices.length === 0
    ? undefined
    : {
        kind: 'choices',
        choices,
        initial: (asList(property['default'], asString) ?? []).filter(value => known.has(value)),
        ...optionalField('minItems', asNumber(property['minItems'])),
        ...optionalField('maxItems', asNumber(property['maxItems'])),
      };
}

/** Choices are a list of strings, or a list of `{const, title}`. */
function choicesOf(values: unknown, titled: unknown, names: unknown): readonly FormChoice[] {
  const labels = Array.isArray(names) ? names : [];
  const plain = Array.isArray(values)
    ? values.flatMap((value, index) =>
        typeof value === 'string' ? [{ value, title: asString(labels[index]) ?? value }] : [],
      )
    : [];
  return [...plain, ...(asList(titled, titledChoice) ?? [])].slice(0, CHOICE_LIMIT);
}

function titledChoice(raw: unknown): FormChoice | undefined {
  const item = asRecord(raw);
  const value = asString(item?.['const']);
  const description = shortText(item?.['description']);
  return value === undefined
    ? undefined
    : {
        value,
        title: shortText(item?.['title']) ?? value,
        ...(description ? { description } : {}),
      };
}

const shortText = (raw: unknown): string | undefined => asString(raw)?.slice(0, TEXT_LIMIT_CHARS);
