import type { FormField, FormValues } from '../../../core/session/forms/elicitationForm.ts';
import { validateFieldValue } from '../../../core/session/forms/validateForm.ts';

/** The value of an input while it is being edited. */
export type FieldState = string | boolean | readonly string[];

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

/** The value to send; `undefined` for an optional field that was left empty. */
export function toFieldValue(field: FormField, state: FieldState): FormValues[string] | undefined {
  if (isLeftEmpty(field, state)) {
    return undefined;
  }
  return field.kind === 'number' ? Number(state) : state;
}

/** White space is a valid text but not a number; JavaScript would convert it to zero. */
const isLeftEmpty = ({ kind }: FormField, state: FieldState): boolean =>
  state === '' || (kind === 'number' && String(state).trim() === '');

/** The validation message, the same that the session would return. */
export const validateField = (field: FormField, state: FieldState): string | undefined =>
  validateFieldValue(field, toFieldValue(field, state));
