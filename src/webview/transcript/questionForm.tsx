import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ElicitationForm, FormValues } from '../../core/session/elicitation.ts';
import { t } from '../strings.ts';
import { useAnswer } from '../useAnswer.ts';
import { FieldInput } from './fieldInput.tsx';
import { type FieldState, initialState, problemWith, valueOf } from './fieldValue.ts';

/** A form of the agent's. It is sent only when everything in it fits. */
export function QuestionForm(props: {
  entryId: string;
  form: ElicitationForm;
  armed: boolean;
  submit: (values: FormValues) => void;
  others: ComponentChildren;
}): JSX.Element {
  const { fields, title } = props.form;
  const [states, setStates] = useAnswer(props.entryId, () =>
    Object.fromEntries(fields.map(field => [field.name, initialState(field)])),
  );
  const [tried, setTried] = useState(false);
  const stateOf = (name: string): FieldState => states[name] ?? '';
  const submit = (): void => {
    setTried(true);
    if (fields.every(field => problemWith(field, stateOf(field.name)) === undefined)) {
      props.submit(
        Object.fromEntries(
          fields.flatMap(field => {
            const value = valueOf(field, stateOf(field.name));
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
          problem={tried ? problemWith(field, stateOf(field.name)) : undefined}
          change={state => setStates({ ...states, [field.name]: state })}
        />
      ))}
      <div class="request-answer buttons">
        <button type="submit" class="button" disabled={!props.armed}>
          {t('submit')}
        </button>
        {props.others}
      </div>
    </form>
  );
}
