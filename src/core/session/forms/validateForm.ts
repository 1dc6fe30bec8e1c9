import type { ElicitationForm, FormField, FormValues } from './elicitationForm.ts';
import { PATTERN_INPUT_LIMIT_CHARS } from './safePattern.ts';
import { localizable, t } from '../../l10n.ts';

/** Validates the values of a form and returns one message per invalid field; none if the form can be sent. */
export function validateForm(
  form: ElicitationForm,
  values: FormValues,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    form.fields.flatMap(field => {
      const problem = validateFieldValue(field, values[field.name]);
      return problem === undefined ? [] : [[field.name, problem]];
    }),
  );
}

/** The values that are sent: only fields of the form, without empty ones. */
export function submittedValues(form: ElicitationForm, values: FormValues): FormValues {
  return Object.fromEntries(
    form.fields.flatMap(({ name }) => {
      const value = values[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

/** The message for an invalid value; nothing if the value is valid. */
export function validateFieldValue(
  field: FormField,
  value: FormValues[string] | undefined,
): string | undefined {
  if (value === undefined || value === '') {
    return field.required ? t('Required.') : undefined;
  }
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? validateText(field, value) : t('Must be text.');
    case 'number':
      return typeof value === 'number' ? validateNumber(field, value) : t('Must be a number.');
    case 'boolean':
      return typeof value === 'boolean' ? undefined : t('Must be yes or no.');
    case 'choice':
      return field.choices.some(choice => choice.value === value)
        ? undefined
        : t('Not one of the choices.');
    case 'choices':
      return isList(value) ? validateChoices(field, value) : t('Must be a list of choices.');
  }
}

function validateText(
  field: Extract<FormField, { kind: 'text' }>,
  value: string,
): string | undefined {
  const { length } = Array.from(value); // JSON Schema counts code points.
  if (field.minLength !== undefined && length < field.minLength) {
    return t('At least {0} characters.', field.minLength);
  }
  if (field.maxLength !== undefined && length > field.maxLength) {
    return t('At most {0} characters.', field.maxLength);
  }
  if (field.format && !FORMATS[field.format](value)) {
    return t('Must be a valid {0}.', t(FORMAT_NAMES[field.format]));
  }
  const { pattern } = field;
  const fits =
    pattern === undefined ||
    value.length > PATTERN_INPUT_LIMIT_CHARS ||
    new RegExp(pattern, 'u').test(value);
  return fits ? undefined : t('Must match {0}.', pattern);
}

const FORMAT_NAMES = {
  email: localizable('email address'),
  uri: localizable('URL'),
  date: localizable('date, such as 2026-11-16'),
  'date-time': localizable('date and time, such as 2026-11-16T09:00:00Z'),
} as const;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

const FORMATS: Readonly<Record<keyof typeof FORMAT_NAMES, (value: string) => boolean>> = {
  email: value => /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(value),
  uri: value => /^[a-z][a-z\d+.-]{0,30}:\S+$/i.test(value),
  date: value => DATE.test(value) && !Number.isNaN(Date.parse(value)),
  'date-time': value => DATE_TIME.test(value) && !Number.isNaN(Date.parse(value)),
};

function validateNumber(
  field: Extract<FormField, { kind: 'number' }>,
  value: number,
): string | undefined {
  if (!Number.isFinite(value) || (field.whole && !Number.isInteger(value))) {
    return field.whole ? t('Must be a whole number.') : t('Must be a number.');
  }
  if (field.minimum !== undefined && value < field.minimum) {
    return t('At least {0}.', field.minimum);
  }
  return field.maximum !== undefined && value > field.maximum
    ? t('At most {0}.', field.maximum)
    : undefined;
}

function validateChoices(
  field: Extract<FormField, { kind: 'choices' }>,
  value: readonly string[],
): string | undefined {
  if (value.some(item => !field.choices.some(choice => choice.value === item))) {
    return t('Not one of the choices.');
  }
  const least = Math.max(field.minItems ?? 0, field.required ? 1 : 0);
  if (value.length < least) {
    return t('Choose at least {0}.', least);
  }
  return field.maxItems !== undefined && value.length > field.maxItems
    ? t('Choose at most {0}.', field.maxItems)
    : undefined;
}

const isList = (value: FormValues[string]): value is readonly string[] => Array.isArray(value);
