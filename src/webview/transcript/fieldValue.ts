import type { FormField, FormValues } from '../../core/session/elicitation.ts';
import { t } from '../strings.ts';

/** What an input holds while it is being filled in. */
export type FieldState = string | boolean | readonly string[];

type Field<K extends FormField['kind']> = Extract<FormField, { kind: K }>;

/** What a field starts with. */
export function initialState(field: FormField): FieldState {
  switch (field.kind) {
    case 'text':
    case 'choice':
      return field.initial ?? '';
    case 'number':
      return field.initial === undefined ? '' : String(field.initial);
    case 'boolean':
    case 'choices':
      return field.initial;
  }
}

/** The value that is sent; none for an optional field that was left empty. */
export function valueOf(field: FormField, state: FieldState): FormValues[string] | undefined {
  if (isLeftEmpty(field, state)) {
    return undefined;
  }
  return field.kind === 'number' ? Number(state) : state;
}

/** Blanks are a text, but no number: JavaScript would take them for zero. */
const isLeftEmpty = ({ kind }: FormField, state: FieldState): boolean =>
  state === '' || (kind === 'number' && String(state).trim() === '');

/** What is wrong with a field, in words, or nothing. */
export function problemWith(field: FormField, state: FieldState): string | undefined {
  if (isLeftEmpty(field, state)) {
    return field.required ? t('needed') : undefined;
  }
  switch (field.kind) {
    case 'text':
      return textProblem(field, String(state));
    case 'number':
      return numberProblem(field, Number(state));
    case 'choices':
      return choicesProblem(field, Array.isArray(state) ? state.length : 0);
    case 'boolean':
    case 'choice':
      return undefined;
  }
}

function textProblem(field: Field<'text'>, text: string): string | undefined {
  if (field.minLength !== undefined && text.length < field.minLength) {
    return t('tooShort', field.minLength);
  }
  if (field.maxLength !== undefined && text.length > field.maxLength) {
    return t('tooLong', field.maxLength);
  }
  return field.format === undefined ? undefined : formatProblem(field.format, text);
}

function formatProblem(
  format: 'email' | 'uri' | 'date' | 'date-time',
  text: string,
): string | undefined {
  switch (format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(text) ? undefined : t('notEmail');
    case 'uri':
      return URL.canParse(text) ? undefined : t('notUri');
    case 'date':
    case 'date-time':
      return Number.isNaN(Date.parse(text)) ? t('notDate') : undefined;
  }
}

function numberProblem(field: Field<'number'>, value: number): string | undefined {
  if (!Number.isFinite(value)) {
    return t('notNumber');
  }
  if (field.whole && !Number.isInteger(value)) {
    return t('notWhole');
  }
  if (field.minimum !== undefined && value < field.minimum) {
    return t('tooSmall', field.minimum);
  }
  return field.maximum !== undefined && value > field.maximum
    ? t('tooBig', field.maximum)
    : undefined;
}

function choicesProblem(field: Field<'choices'>, count: number): string | undefined {
  const least = Math.max(field.minItems ?? 0, field.required ? 1 : 0);
  if (count < least) {
    return t('tooFew', least);
  }
  return field.maxItems !== undefined && count > field.maxItems
    ? t('tooMany', field.maxItems)
    : undefined;
}
