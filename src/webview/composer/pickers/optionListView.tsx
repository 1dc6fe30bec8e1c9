import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { t } from '../../ui/strings.ts';
import { toPlatformKeys } from '../../ui/toPlatformKeys.ts';
import {
  approvalWarning,
  groupChoices,
  type PickerOption,
  type PickerProps,
} from './pickerProps.ts';
import type { OptionList } from './useOptionList.ts';

interface Props extends PickerProps {
  readonly id: string;
  readonly list: OptionList;
  readonly hasSearch: boolean;
}

export const optionId = (id: string, { options, active }: OptionList): string | undefined =>
  active && `${id}-${options.indexOf(active)}`;

/** The open list of a picker: each value with its description; a search field if the list is long. */
export function OptionListView(props: Props): JSX.Element {
  const { id, list, hasSearch } = props;
  const activeId = optionId(id, list);
  useLayoutEffect(() => {
    if (activeId !== undefined) {
      document.querySelector(`#${CSS.escape(activeId)}`)?.scrollIntoView({ block: 'nearest' });
    }
  }, [activeId]);
  return (
    <>
      {hasSearch ? <SearchField {...props} /> : null}
      <div id={id} role="listbox" aria-label={props.name} class="options" tabIndex={-1}>
        {groupChoices(list.options).map(([group, choices], index) => (
          <div key={index} role="group" aria-label={group || props.name}>
            {group === '' ? null : <div class="option-group">{group}</div>}
            {choices.map(choice => (
              <OptionRow
                key={choice.value}
                id={`${id}-${list.options.indexOf(choice)}`}
                option={choice}
                props={props}
              />
            ))}
          </div>
        ))}
      </div>
      {list.options.length === 0 ? <div class="muted">{t('nothingFound')}</div> : null}
      {hasSearch ? <div class="option-hint muted">{toPlatformKeys(t('favoriteHint'))}</div> : null}
    </>
  );
}

function SearchField({ id, name, list }: Props): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <input
      ref={field}
      type="text"
      role="searchbox"
      aria-label={t('filter', name)}
      placeholder={t('filter', name)}
      aria-controls={id}
      aria-activedescendant={optionId(id, list)}
      value={list.query}
      onInput={event => list.search(event.currentTarget.value)}
      onKeyDown={list.press}
    />
  );
}

function OptionRow(row: { id: string; option: PickerOption; props: Props }): JSX.Element {
  const { option } = row;
  const { list, value, hasSearch, favorites } = row.props;
  const isChosen = option.value === value;
  return (
    <div
      id={row.id}
      role="option"
      class={option === list.active ? 'option active' : 'option'}
      aria-selected={isChosen}
      title={option.action}
      onMouseDown={event => event.preventDefault()}
      onMouseMove={() => list.activate(option)}
      onClick={() => list.pick(option)}
    >
      <span class="option-check">{isChosen ? <Icon name="check" /> : null}</span>
      <span class="option-text">
        <span class="option-name">{option.name}</span>
        {option.description === undefined ? null : (
          <span class="option-about">{option.description}</span>
        )}
        {option.approval === undefined ? null : (
          <span class="option-warning">
            <Icon name="problems" />
            {approvalWarning(option.approval)}
          </span>
        )}
      </span>
      {option.isCommand === true || !(hasSearch || favorites.length > 0) ? null : (
        <Star
          isFavorite={favorites.includes(option.value)}
          toggle={() => list.toggleFavorite(option)}
        />
      )}
    </div>
  );
}

/** For the mouse; the keyboard shortcut is Ctrl+D, since an option cannot contain a button. */
function Star({ isFavorite, toggle }: { isFavorite: boolean; toggle: () => void }): JSX.Element {
  return (
    <span
      class={isFavorite ? 'option-star favorite' : 'option-star'}
      title={isFavorite ? t('removeFavorite') : t('addFavorite')}
      onClick={event => {
        event.stopPropagation();
        toggle();
      }}
    >
      <Icon name="star" />
    </span>
  );
}
