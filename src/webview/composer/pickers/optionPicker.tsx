import type { JSX } from 'preact';
import { getAutoApproval } from '../../../core/session/state/approval.ts';
import type { Picker, PickerChoice } from '../../../core/session/state/picker.ts';
import { Icon } from '../../ui/icon.tsx';
import { approvalWarning, type PickerOption, type PickerProps } from './pickerProps.ts';
import { PickerView } from './pickerView.tsx';

/** A mode, a model or another option of the agent: a list, or a switch. */
export function OptionPicker(props: {
  readonly picker: Picker;
  readonly name: string;
  readonly favorites: Pick<PickerProps, 'favorites' | 'setFavorite'>;
  readonly pick: (value: string | boolean) => void;
}): JSX.Element {
  const { picker, name } = props;
  return picker.kind === 'select' ? (
    <PickerView
      {...props.favorites}
      name={name}
      value={picker.value}
      choices={picker.choices.map(choice => withApproval(picker, choice))}
      choose={value => props.pick(value)}
      {...(picker.description === undefined ? {} : { description: picker.description })}
    />
  ) : (
    <SwitchPicker {...props} picker={picker} />
  );
}

/** Whether the current value of the picker has the agent act without asking. */
export function neverAsks(picker: Picker): boolean {
  if (picker.kind === 'switch') {
    return picker.value && getAutoApproval(picker) === 'everything';
  }
  const chosen = picker.choices.find(({ value }) => value === picker.value);
  return chosen !== undefined && withApproval(picker, chosen).approval === 'everything';
}

/** Models and levels of thought approve nothing, whatever their names are. */
const withApproval = ({ category }: Picker, choice: PickerChoice): PickerOption =>
  category === 'model' || category === 'thought_level'
    ? choice
    : { ...choice, approval: getAutoApproval({ ...choice, id: choice.value }) };

function SwitchPicker(props: {
  readonly picker: Picker & { readonly kind: 'switch' };
  readonly name: string;
  readonly pick: (value: boolean) => void;
}): JSX.Element {
  const { picker, name } = props;
  const approval = getAutoApproval(picker);
  const tooltip = [name, picker.description ?? '', approval ? approvalWarning(approval) : ''];
  return (
    <label class="picker-switch" title={tooltip.filter(line => line !== '').join('\n')}>
      <input
        type="checkbox"
        role="switch"
        checked={picker.value}
        onChange={event => {
          const { checked } = event.currentTarget;
          // As with a list, the value changes when the extension confirms it.
          event.currentTarget.checked = picker.value;
          props.pick(checked);
        }}
      />
      {neverAsks(picker) ? <Icon name="problems" class="picker-warning" /> : null}
      <span class="picker-text">{name}</span>
    </label>
  );
}
