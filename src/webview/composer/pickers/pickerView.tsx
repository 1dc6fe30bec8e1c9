import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Popup } from '../../popup/popup.tsx';
import { useOpen } from '../../popup/useOpen.ts';
import { Icon } from '../../ui/icon.tsx';
import { optionId, OptionListView } from './optionListView.tsx';
import { chosenOption, favoritesFirst, type PickerProps, pickerTooltip } from './pickerProps.ts';
import { isCharacter, useOptionList } from './useOptionList.ts';

/** A list longer than this gets a search field. */
const SHORT_LIST = 12;

const OPENING_KEY = /^(?:ArrowDown|ArrowUp|Home|End)$/;

/**
 * A picker for one of several values: a button that opens a list with descriptions. In a short list the focus stays on
 * the button, as with a native list; a long one has a search field.
 */
export function PickerView(pickerProps: PickerProps): JSX.Element {
  const props = {
    ...pickerProps,
    choices: favoritesFirst(pickerProps.choices, pickerProps.favorites),
    hasSearch: pickerProps.choices.length > SHORT_LIST,
  };
  const { isOpen, container, button, onFocusOut, ...popup } = useOpen();
  const list = useOptionList(props, popup.close);
  const id = useId();
  const { name, approval } = chosenOption(props);
  const open = (): void => {
    list.reset();
    popup.open();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isOpen) {
      list.press(event);
      return;
    }
    const isTyped = isCharacter(event) && event.key !== ' ';
    if (isTyped || OPENING_KEY.test(event.key)) {
      open();
      event.preventDefault();
      event.stopPropagation();
      if (isTyped && props.hasSearch) {
        list.search(event.key);
      } else if (isTyped) {
        list.press(event);
      }
    }
  };
  return (
    <div class="menu-anchor" ref={container} onFocusOut={onFocusOut}>
      <button
        ref={button}
        type="button"
        class="picker"
        role="combobox"
        aria-label={props.name}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && !props.hasSearch ? optionId(id, list) : undefined}
        title={pickerTooltip(props)}
        onClick={isOpen ? popup.close : open}
        onKeyDown={onKeyDown}
      >
        {approval === 'everything' ? <Icon name="problems" class="picker-warning" /> : null}
        <span class="picker-text">{name}</span>
        <Icon name="chevron" class="picker-chevron" />
      </button>
      {isOpen ? (
        <Popup anchor={button} class="picker-list">
          <OptionListView {...props} id={id} list={list} />
        </Popup>
      ) : null}
    </div>
  );
}
