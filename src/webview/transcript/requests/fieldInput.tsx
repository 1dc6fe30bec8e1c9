import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { FormField } from '../../../core/session/forms/elicitationForm.ts';
import { t } from '../../ui/strings.ts';
import type { FieldState } from './fieldState.ts';

interface FieldProps {
  readonly field: FormField;
  readonly state: FieldState;
  readonly problem: string | undefined;
  readonly change: (state: FieldState) => void;
}

/** A field of a form, with its validation message. */
export function FieldInput(props: FieldProps): JSX.Element {
  const id = useId();
  const { field, problem } = props;
  const described = `${id}-about`;
  const about = (
    <span id={described} class={problem === undefined ? 'field-about' : 'field-about error-text'}>
      {problem ?? field.description}
    </span>
  );
  const name: ComponentChildren = (
    <>
      {field.title || field.name}
      {field.required ? <span class="muted"> ({t('required')})</span> : null}
    </>
  );
  if (field.kind === 'boolean') {
    return (
      <div class="field">
        <label class="check">
          <Control {...props} id={id} described={described} />
          <span dir="auto">{name}</span>
        </label>
        {about}
      </div>
    );
  }
  return field.kind === 'choices' ? (
    <fieldset class="field" aria-describedby={described}>
      <legend dir="auto">{name}</legend>
      <Choices {...props} />
      {about}
    </fieldset>
  ) : (
    <div class="field">
      <label for={id} dir="auto">
        {name}
      </label>
      <Control {...props} id={id} described={described} />
      {about}
    </div>
  );
}

function Control(props: FieldProps & { id: string; described: string }): JSX.Element {
  const { field, state, change, id } = props;
  const common = {
    id,
    'aria-describedby': props.described,
    'aria-invalid': props.problem !== undefined,
    'aria-required': field.required,
  };
  if (field.kind === 'boolean') {
    return (
      <input
        {...common}
        type="checkbox"
        checked={state === true}
        onChange={event => change(event.currentTarget.checked)}
      />
    );
  }
  if (field.kind === 'choice') {
    return (
      <select
        {...common}
        value={String(state)}
        onChange={event => change(event.currentTarget.value)}
      >
        <option value="">{t('chooseOne')}</option>
        {field.choices.map(choice => (
          <option key={choice.value} value={choice.value} title={choice.description}>
            {choice.title}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...common}
      type="text"
      inputMode={field.kind === 'number' ? 'decimal' : 'text'}
      dir="auto"
      autocomplete="off"
      value={String(state)}
      onInput={event => change(event.currentTarget.value)}
    />
  );
}

function Choices({ field, state, change }: FieldProps): JSX.Element | null {
  if (field.kind !== 'choices') {
    return null;
  }
  const chosen: readonly string[] = Array.isArray(state) ? (state as readonly string[]) : [];
  const toggle = (value: string): void =>
    change(chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value]);
  return (
    <>
      {field.choices.map(({ value, title, description }) => (
        <label key={value} class="check" title={description}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          <span dir="auto">{title}</span>
        </label>
      ))}
    </>
  );
}
