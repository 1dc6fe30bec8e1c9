import type { FormField, FormValues } from '../../../core/session/forms/elicitationForm.ts';
import { validateFieldValue } from '../../../core/session/forms/validateForm.ts';

/** What an input holds while it is being filled in. */
export type FieldState = string | boolean | readonly string[];

/** What a field starts with. */
export function getInitialState(field: FormField): FieldState {
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
export function toFieldValue(field: FormField, state: FieldState): FormValues[string] | undefined {
  if (isLeftEmpty(field, state)) {
    return undefined;
  }
  return field.kind === 'number' ? Number(state) : state;
}

/** Blanks are a text, but no number: JavaScript would take them for zero. */
const isLeftEmpty = ({ kind }: FormField, state: FieldState): boolean =>
  state === '' || (kind === 'number' && String(state).trim() === '');

/** What is wrong with a field, in words, or nothing: the same that the session would say of it. */
export const validateField = (field: FormField, state: FieldState): string | undefined =>
  validateFieldValue(field, toFieldValue(field, state));
