import type { JSX } from 'preact';
import type { ChatShell } from '../../core/chat/chatView.ts';
import { ChooseAgent, NewSession, SetPicker } from '../../core/chat/messages.ts';
import type { Picker } from '../../core/session/picker.ts';
import type { SessionState } from '../../core/session/sessionState.ts';
import type { Host } from '../host.ts';
import { t } from '../strings.ts';
import { PickerView } from './pickerView.tsx';

/** The last choice of the agent picker: all that can be had. */
const MORE = '\u0000more';

/** What can be set: the agent, its mode, its model, and whatever else it offers. */
export function Pickers(props: {
  shell: ChatShell;
  state: SessionState | undefined;
  host: Host;
}): JSX.Element {
  const { shell, state, host } = props;
  const pickers = state?.pickers ?? [];
  return (
    <>
      <PickerView
        name={t('agentPicker')}
        value={state?.agentId ?? shell.agentId ?? ''}
        choices={[
          ...shell.agents.map(({ id, name, description }) => ({
            value: id,
            name,
            ...(description === undefined ? {} : { description }),
          })),
          { value: MORE, name: t('moreAgents') },
        ]}
        choose={agentId =>
          agentId === MORE ? host.signal(ChooseAgent) : host.tell(NewSession, { agentId })
        }
      />
      {pickers.map(picker => (
        <OptionPicker
          key={picker.id}
          picker={picker}
          name={nameOf(picker, pickers)}
          pick={value =>
            state && host.tell(SetPicker, { sessionId: state.id, pickerId: picker.id, value })
          }
        />
      ))}
    </>
  );
}

function OptionPicker(props: {
  picker: Picker;
  name: string;
  pick: (value: string | boolean) => void;
}): JSX.Element {
  const { picker, name } = props;
  return picker.kind === 'select' ? (
    <PickerView
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
        onChange={event => props.pick(event.currentTarget.checked)}
      />
      <span>{name}</span>
    </label>
  );
}

/** Mode and model are called that in every agent; of two of a kind the second keeps its own name. */
function nameOf(picker: Picker, pickers: readonly Picker[]): string {
  const isFirst = pickers.find(({ category }) => category === picker.category) === picker;
  if (isFirst && picker.category === 'mode') {
    return t('modePicker');
  }
  return isFirst && picker.category === 'model' ? t('modelPicker') : picker.name;
}
