import type { JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PickerChoice } from '../../../core/session/state/picker.ts';
import { Icon } from '../../ui/icon.tsx';
import { t } from '../../ui/strings.ts';
import { groupChoices, MORE_AGENTS, type PickerProps, pickerTooltip } from './pickerProps.ts';

/** Choices rendered at once; typing filters them. */
const SHOWN_CHOICES = 200;

/** A long list of values with a search field. */
export function SearchPicker(props: PickerProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const chosen = props.choices.find(choice => choice.value === props.value);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div
      class="search-picker"
      ref={container}
      onFocusOut={event => {
        const { relatedTarget } = event;
        if (!(relatedTarget instanceof Node && container.current?.contains(relatedTarget))) {
          setOpen(false);
        }
      }}
    >
      <button
        ref={button}
        type="button"
        class="picker"
        role="combobox"
        aria-label={props.name}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={id}
        title={pickerTooltip(props)}
        onClick={() => setOpen(!open)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            setOpen(true);
          }
        }}
      >
        <span class="picker-text">{chosen?.name ?? props.value}</span>
        <Icon name="chevron" />
      </button>
      {open ? <SearchList {...props} id={id} close={close} /> : null}
    </div>
  );
}

function SearchList(props: PickerProps & { id: string; close: () => void }): JSX.Element {
  const { query, search, found, active, pick, press, toggleFavorite } = useSearch(props);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const optionId = (index: number): string => `${props.id}-${index}`;
  useLayoutEffect(() => showOption(optionId(active)), [active]);
  return (
    <div class="search-list">
      <input
        ref={field}
        type="text"
        role="searchbox"
        aria-label={t('filter', props.name)}
        placeholder={t('filter', props.name)}
        aria-controls={props.id}
        aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
        value={query}
        onInput={event => search(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div id={props.id} role="listbox" aria-label={props.name} class="search-options">
        {groupChoices(found).map(([group, choices]) => (
          <div key={group} role="group" aria-label={group || props.name}>
            {group === '' ? null : <div class="search-group">{group}</div>}
            {choices.map(choice => (
              <Option
                key={choice.value}
                id={optionId(found.indexOf(choice))}
                choice={choice}
                isActive={choice === found[active]}
                isChosen={choice.value === props.value}
                pick={() => pick(choice)}
                isFavorite={props.favorites.includes(choice.value)}
                toggleFavorite={() => toggleFavorite(choice)}
              />
            ))}
          </div>
        ))}
      </div>
      {found.length === 0 ? <div class="muted">{t('nothingFound')}</div> : null}
      <div class="search-hint muted">{t('favoriteHint')}</div>
    </div>
  );
}

/** The query, its matches and the active match. */
function useSearch(props: PickerProps & { close: () => void }) {
  const [query, setQuery] = useState('');
  const [activeValue, setActiveValue] = useState<string>();
  const found = matching(props.choices, query);
  // A value stays active when it becomes a favorite and moves.
  const active = Math.max(
    0,
    found.findIndex(({ value }) => value === activeValue),
  );
  const search = (typed: string): void => {
    setQuery(typed);
    setActiveValue(undefined);
  };
  const pick = (choice: PickerChoice | undefined): void => {
    if (choice) {
      props.choose(choice.value);
    }
    props.close();
  };
  const toggleFavorite = (choice: PickerChoice | undefined): void => {
    if (choice && choice.value !== MORE_AGENTS) {
      setActiveValue(choice.value);
      props.setFavorite(choice.value, !props.favorites.includes(choice.value));
    }
  };
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing) {
      return; // The key belongs to the input method.
    }
    const step = keySteps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActiveValue(found[Math.min(found.length - 1, Math.max(0, active + step))]?.value);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      pick(found[active]);
    } else if (event.key === 'Escape') {
      props.close();
    } else if (event.key === 'd' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      toggleFavorite(found[active]);
    }
  };
  return { query, search, found, active, pick, press, toggleFavorite };
}

function showOption(id: string): void {
  document.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView({ block: 'nearest' });
}

function Option(props: {
  id: string;
  choice: PickerChoice;
  isActive: boolean;
  isChosen: boolean;
  pick: () => void;
  isFavorite: boolean;
  toggleFavorite: () => void;
}): JSX.Element {
  return (
    <div
      id={props.id}
      role="option"
      class={props.isActive ? 'option active' : 'option'}
      aria-selected={props.isChosen}
      onMouseDown={event => {
        event.preventDefault();
        props.pick();
      }}
    >
      <span class="option-name">{props.choice.name}</span>
      <span class="option-about">{props.choice.description}</span>
      {props.choice.value === MORE_AGENTS ? null : <Star {...props} />}
    </div>
  );
}

/** For the mouse; the keyboard shortcut is Ctrl+D, since an option cannot contain a button. */
function Star(props: { isFavorite: boolean; toggleFavorite: () => void }): JSX.Element {
  return (
    <span
      class={props.isFavorite ? 'option-star favorite' : 'option-star'}
      title={props.isFavorite ? t('removeFavorite') : t('addFavorite')}
      onMouseDown={event => {
        event.preventDefault();
        event.stopPropagation();
        props.toggleFavorite();
      }}
    >
      <Icon name="star" />
    </span>
  );
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
};

/** The choices that contain every word of the query, in the given order within their groups. */
function matching(choices: readonly PickerChoice[], query: string): readonly PickerChoice[] {
  const words = query.toLowerCase().split(/\s+/);
  const found = choices.filter(({ name, value, group }) => {
    const text = `${name} ${value} ${group ?? ''}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  return groupChoices(found.slice(0, SHOWN_CHOICES)).flatMap(([, inGroup]) => inGroup);
}
