import type { JSX } from 'preact';
import type { ChatShell } from '../../../core/chat/chatViewState.ts';
import { AGENTS_KEY, favoritesKey } from '../../../core/chat/favorites.ts';
import {
  ChooseAgent,
  ManageAccount,
  NewSession,
  SetFavorite,
  SetPicker,
} from '../../../core/chat/messages.ts';
import type { Picker } from '../../../core/session/state/picker.ts';
import type { SessionState } from '../../../core/session/state/sessionState.ts';
import type { Host } from '../../state/host.ts';
import { t } from '../../ui/strings.ts';
import { neverAsks, OptionPicker } from './optionPicker.tsx';
import type { PickerOption, PickerProps } from './pickerProps.ts';
import { PickerRow } from './pickerRow.tsx';
import { PickerView } from './pickerView.tsx';

/** The last row of the agent picker, which opens the list of all agents. */
const MORE_AGENTS = '\u0000more';
/** The row that opens the menu for the account and the provider of the session's agent. */
const ACCOUNT = '\u0000account';

/** The pickers for the agent, its mode, its model and its other options. */
export function Pickers(props: {
  shell: ChatShell;
  state: SessionState | undefined;
  host: Host;
}): JSX.Element {
  const { shell, state, host } = props;
  const pickers = inOrder(state?.pickers ?? []);
  const favorites = (picker: string): Pick<PickerProps, 'favorites' | 'setFavorite'> => ({
    favorites: shell.favorites[picker] ?? [],
    setFavorite: (value, liked) => host.sendNotification(SetFavorite, { picker, value, liked }),
  });
  const agent = (
    <PickerView
      key="agent"
      {...favorites(AGENTS_KEY)}
      name={t('agentPicker')}
      value={state?.agentId ?? shell.agentId ?? ''}
      choices={agentOptions(shell, state)}
      choose={agentId => chooseAgent(host, state, agentId)}
    />
  );
  return (
    <PickerRow
      items={[
        { key: 'agent', name: t('agentPicker'), hasWarning: false, view: agent },
        ...pickers.map(picker => ({
          key: picker.id,
          name: nameOf(picker, pickers),
          hasWarning: neverAsks(picker),
          view: (
            <OptionPicker
              key={picker.id}
              picker={picker}
              name={nameOf(picker, pickers)}
              favorites={favorites(favoritesKey(state?.agentId ?? '', picker.id))}
              pick={value =>
                state &&
                host.sendNotification(SetPicker, {
                  sessionId: state.id,
                  pickerId: picker.id,
                  value,
                })
              }
            />
          ),
        })),
      ]}
    />
  );
}

function chooseAgent(host: Host, state: SessionState | undefined, agentId: string): void {
  if (agentId === MORE_AGENTS) {
    host.sendNotification(ChooseAgent, {});
  } else if (agentId === ACCOUNT && state) {
    host.sendNotification(ManageAccount, { sessionId: state.id });
  } else if (agentId !== state?.agentId) {
    host.sendNotification(NewSession, { agentId });
  }
}

/** The agents. A session stays with its agent, so another one means another session. */
function agentOptions(shell: ChatShell, state: SessionState | undefined): readonly PickerOption[] {
  const isCurrent = (id: string): boolean => id === state?.agentId;
  const others = shell.agents.filter(({ id }) => !isCurrent(id));
  const current = shell.agents.find(({ id }) => isCurrent(id));
  return [
    // The agent of an earlier session may no longer be installed.
    ...(state
      ? [currentOption(current ?? { id: state.agentId, name: state.agentName }, state)]
      : []),
    ...others.map(agent => ({
      ...toOption(agent),
      action: t('newSessionWith', agent.name),
      group: t('newSessionGroup'),
    })),
    ...(state ? [{ value: ACCOUNT, name: t('manageAccount'), isCommand: true }] : []),
    { value: MORE_AGENTS, name: t('moreAgents'), isCommand: true },
  ];
}

/** The agent of the session, with the account that it uses. */
function currentOption(agent: ChatShell['agents'][number], state: SessionState): PickerOption {
  const option = toOption(agent);
  return state.account ? { ...option, description: t('signedInAs', state.account) } : option;
}

const toOption = ({ id, name, description }: ChatShell['agents'][number]): PickerOption => ({
  value: id,
  name,
  ...(description === undefined ? {} : { description }),
});

/** Mode and model come first, since the last pickers may be in the menu. */
const inOrder = (pickers: readonly Picker[]): readonly Picker[] =>
  pickers.toSorted((one, other) => rankOf(one) - rankOf(other));

const rankOf = ({ category }: Picker): number =>
  category === 'mode' ? 0 : category === 'model' ? 1 : 2;

/** Mode and model have the same label for every agent; a second picker of the same category keeps its own name. */
function nameOf(picker: Picker, pickers: readonly Picker[]): string {
  const isFirst = pickers.find(({ category }) => category === picker.category) === picker;
  if (isFirst && picker.category === 'mode') {
    return t('modePicker');
  }
  return isFirst && picker.category === 'model' ? t('modelPicker') : picker.name;
}
