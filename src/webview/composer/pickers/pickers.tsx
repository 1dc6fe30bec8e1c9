import type { JSX } from 'preact';
import type { ChatShell } from '../../../core/chat/chatViewState.ts';
import { AGENTS_KEY, favoritesKey } from '../../../core/chat/favorites.ts';
import { ChooseAgent, NewSession, SetFavorite, SetPicker } from '../../../core/chat/messages.ts';
import type { Picker, PickerChoice } from '../../../core/session/state/picker.ts';
import type { SessionState } from '../../../core/session/state/sessionState.ts';
import type { Host } from '../../state/host.ts';
import { t } from '../../ui/strings.ts';
import { MORE_AGENTS, type PickerProps } from './pickerProps.ts';
import { PickerView } from './pickerView.tsx';

type FavoriteProps = Pick<PickerProps, 'favorites' | 'setFavorite'>;

/** The pickers for the agent, its mode, its model and its other options. */
export function Pickers(props: {
  shell: ChatShell;
  state: SessionState | undefined;
  host: Host;
}): JSX.Element {
  const { shell, state, host } = props;
  const pickers = state?.pickers ?? [];
  const favoriteProps = (picker: string): FavoriteProps => ({
    favorites: shell.favorites[picker] ?? [],
    setFavorite: (value, liked) => host.sendNotification(SetFavorite, { picker, value, liked }),
  });
  return (
    <>
      <PickerView
        {...favoriteProps(AGENTS_KEY)}
        name={t('agentPicker')}
        value={state?.agentId ?? shell.agentId ?? ''}
        choices={[
          ...shell.agents.map(({ id, name, description }) => ({
            value: id,
            name,
            ...(description === undefined ? {} : { description }),
          })),
          ...missingAgent(shell, state),
          { value: MORE_AGENTS, name: t('moreAgents') },
        ]}
        choose={agentId =>
          agentId === MORE_AGENTS
            ? host.sendNotification(ChooseAgent)
            : host.sendNotification(NewSession, { agentId })
        }
      />
      {pickers.map(picker => (
        <OptionPicker
          key={picker.id}
          picker={picker}
          name={nameOf(picker, pickers)}
          favoriteProps={favoriteProps(favoritesKey(state?.agentId ?? '', picker.id))}
          pick={value =>
            state &&
            host.sendNotification(SetPicker, { sessionId: state.id, pickerId: picker.id, value })
          }
        />
      ))}
    </>
  );
}

/** The agent of an earlier session that is no longer installed. */
const missingAgent = (
  { agents }: ChatShell,
  state: SessionState | undefined,
): readonly PickerChoice[] =>
  state === undefined || agents.some(({ id }) => id === state.agentId)
    ? []
    : [{ value: state.agentId, name: state.agentName }];

function OptionPicker(props: {
  picker: Picker;
  name: string;
  favoriteProps: FavoriteProps;
  pick: (value: string | boolean) => void;
}): JSX.Element {
  const { picker, name } = props;
  return picker.kind === 'select' ? (
    <PickerView
      {...props.favoriteProps}
      name={name}
      value={picker.value}
      choices={picker.choices}
      choose={value => props.pick(value)}
      {...(picker.description === undefined ? {} : { description: picker.description })}
    />
  ) : (
    <label class="picker-switch" title={picker.description}>
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
      <span>{name}</span>
    </label>
  );
}

/** Mode and model have the same label for every agent; a second picker of the same category keeps its own name. */
function nameOf(picker: Picker, pickers: readonly Picker[]): string {
  const isFirst = pickers.find(({ category }) => category === picker.category) === picker;
  if (isFirst && picker.category === 'mode') {
    return t('modePicker');
  }
  return isFirst && picker.category === 'model' ? t('modelPicker') : picker.name;
}
