import { useRef, useState } from 'preact/hooks';
import { groupChoices, type PickerOption, type PickerProps } from './pickerProps.ts';

/** Choices rendered at once; typing filters them. */
const SHOWN_CHOICES = 200;

/** A pause after which typed letters start a new word. */
const TYPING_PAUSE_MS = 700;

/** The rows of an open picker, the active one, and the keys that move and choose. */
export interface OptionList {
  readonly query: string;
  readonly options: readonly PickerOption[];
  readonly active: PickerOption | undefined;
  readonly search: (typed: string) => void;
  readonly activate: (option: PickerOption) => void;
  readonly pick: (option: PickerOption | undefined) => void;
  readonly toggleFavorite: (option: PickerOption | undefined) => void;
  readonly press: (event: KeyboardEvent) => void;
  /** Starts over, when the list opens. */
  readonly reset: () => void;
}

export function useOptionList(
  props: PickerProps & { readonly hasSearch: boolean },
  close: () => void,
): OptionList {
  const [query, setQuery] = useState('');
  const [activeValue, setActiveValue] = useState<string>();
  const typed = useRef({ text: '', atMs: 0 });
  const options = matchingOptions(props.choices, query);
  // The value itself is kept: it stays active when it becomes a favorite and moves.
  const wanted = activeValue ?? (query === '' ? props.value : undefined);
  const active = options.find(({ value }) => value === wanted) ?? options[0];
  const search = (text: string): void => {
    setQuery(text);
    setActiveValue(undefined);
  };
  const pick = (option: PickerOption | undefined): void => {
    if (option) {
      props.choose(option.value);
    }
    close();
  };
  const toggleFavorite = (option: PickerOption | undefined): void => {
    if (option && option.isCommand !== true) {
      setActiveValue(option.value);
      props.setFavorite(option.value, !props.favorites.includes(option.value));
    }
  };
  const move = (step: number): void => {
    const at = active ? options.indexOf(active) : 0;
    setActiveValue(options[Math.min(options.length - 1, Math.max(0, at + step))]?.value);
  };
  const typeIn = (event: KeyboardEvent): void =>
    setActiveValue(typeAhead(options, active, nextWord(typed.current, event))?.value);
  const actions: Readonly<Record<KeyAction, (event: KeyboardEvent) => void>> = {
    move: ({ key }) => move(steps[key] ?? 0),
    pick: () => pick(active),
    close,
    favorite: () => toggleFavorite(active),
    type: typeIn,
  };
  const press = (event: KeyboardEvent): void => {
    const action = actionOf(event, props.hasSearch);
    if (action) {
      actions[action](event);
      event.preventDefault();
      event.stopPropagation(); // A digit would answer a permission request.
    }
  };
  const activate = (option: PickerOption): void => setActiveValue(option.value);
  const reset = (): void => {
    typed.current = { text: '', atMs: 0 };
    search('');
  };
  return { query, options, active, search, activate, pick, toggleFavorite, press, reset };
}

type KeyAction = 'move' | 'pick' | 'close' | 'favorite' | 'type';

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
};

/** What a key does in the list. While composing, it belongs to the input method. */
function actionOf(event: KeyboardEvent, hasSearch: boolean): KeyAction | undefined {
  const { key } = event;
  // In a search field these keys move the cursor or type.
  const isOfField = hasSearch && (key === 'Home' || key === 'End' || isCharacter(event));
  if (event.isComposing || isOfField) {
    return undefined;
  }
  if (key in steps) {
    return 'move';
  }
  if (key === 'd' && (event.ctrlKey || event.metaKey)) {
    return 'favorite';
  }
  return keyActions[key] ?? (isCharacter(event) ? 'type' : undefined);
}

const keyActions: Readonly<Record<string, KeyAction>> = {
  Enter: 'pick',
  ' ': 'pick',
  Escape: 'close',
};

/** Whether the key types a character. */
export const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** The word that the user types, letter by letter. */
function nextWord(
  typed: { text: string; atMs: number },
  { key, timeStamp }: KeyboardEvent,
): string {
  typed.text = timeStamp - typed.atMs < TYPING_PAUSE_MS ? typed.text + key : key;
  typed.atMs = timeStamp;
  return typed.text.toLowerCase();
}

/** The next option that starts with the typed word; the same letter again goes to the next one with that letter. */
function typeAhead(
  options: readonly PickerOption[],
  active: PickerOption | undefined,
  word: string,
): PickerOption | undefined {
  const isRepeated = new Set(word).size === 1;
  const start = isRepeated ? word.slice(0, 1) : word;
  const from = (active ? options.indexOf(active) : 0) + (isRepeated ? 1 : 0);
  const inOrder = [...options.slice(from), ...options.slice(0, from)];
  return inOrder.find(({ name }) => name.toLowerCase().startsWith(start)) ?? active;
}

/** The choices that contain every word of the query, in the order of their groups. */
function matchingOptions(choices: readonly PickerOption[], query: string): readonly PickerOption[] {
  const words = query.toLowerCase().split(/\s+/);
  const found = choices.filter(({ name, value, group }) => {
    const text = `${name} ${value} ${group ?? ''}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  return groupChoices(found.slice(0, SHOWN_CHOICES)).flatMap(([, inGroup]) => inGroup);
}
