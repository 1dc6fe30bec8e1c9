import type { JSX } from 'preact';
import type { PickerChoice } from '../../../core/session/state/picker.ts';
import { favoritesFirst, groupChoices, type PickerProps, pickerTooltip } from './pickerProps.ts';
import { SearchPicker } from './searchPicker.tsx';

/** A list longer than this gets a search field. */
const SHORT_LIST = 12;

/** A picker for one of several values: a native list when it is short, a searchable one when it is long. */
export function PickerView(props: PickerProps): JSX.Element {
  const sorted = favoritesFirst(props.choices, props.favorites);
  return sorted.length > SHORT_LIST ? (
    <SearchPicker {...props} choices={sorted} />
  ) : (
    <select
      class="picker"
      aria-label={props.name}
      title={pickerTooltip(props)}
      value={props.value}
      onChange={event => {
        const { value } = event.currentTarget;
        // The value changes when the extension confirms it.
        event.currentTarget.value = props.value;
        props.choose(value);
      }}
    >
      {groupChoices(sorted).map(([group, choices]) =>
        group === '' ? (
          choices.map(choiceNode)
        ) : (
          <optgroup key={group} label={group}>
            {choices.map(choiceNode)}
          </optgroup>
        ),
      )}
    </select>
  );
}

const choiceNode = ({ value, name, description }: PickerChoice): JSX.Element => (
  <option key={value} value={value} title={description}>
    {name}
  </option>
);
