import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ElicitationForm, FormValues } from '../../../core/session/forms/elicitationForm.ts';
import { t } from '../../ui/strings.ts';
import { useSavedAnswer } from '../../state/useSavedAnswer.ts';
import { FieldInput } from './fieldInput.tsx';
import { type FieldState, getInitialState, validateField, toFieldValue } from './fieldState.ts';

/** A form of an elicitation. It can only be submitted if it is valid. */
export function ElicitationFormView(props: {
  entryId: string;
  form: ElicitationForm;
  enabled: boolean;
  submit: (values: FormValues) => void;
  others: ComponentChildren;
}): JSX.Element {
  const { fields, title } = props.form;
  const [states, setStates] = useSavedAnswer(props.entryId, () =>
    Object.fromEntries(fields.map(field => [field.name, getInitialState(field)])),
  );
  const [tried, setTried] = useState(false);
  const stateOf = (name: string): FieldState => states[name] ?? '';
  const submit = (): void => {
    setTried(true);
    if (fields.every(field => validateField(field, stateOf(field.name)) === undefined)) {
      props.submit(
        Object.fromEntries(
          fields.flatMap(field => {
            const value = toFieldValue(field, stateOf(field.name));
            return value === undefined ? [] : [[field.name, value] as const];
          }),
        ),
      );
    }
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      {title === undefined ? null : <div class="form-title">{title}</div>}
      {fields.map(field => (
        <FieldInput
          key={field.name}
          field={field}
          state={stateOf(field.name)}
          problem={tried ? validateField(field, stateOf(field.name)) : undefined}
          change={state => setStates({ ...states, [field.name]: state })}
        />
      ))}
      <div class="request-answer buttons">
        <button type="submit" class="button" disabled={!props.enabled}>
          {t('submit')}
        </button>
        {props.others}
      </div>
    </form>
  );
}
