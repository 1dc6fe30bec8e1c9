import type { SessionConfigOption } from '@agentclientprotocol/sdk';

/** How freely the demo acts. */
export type DemoMode = 'ask' | 'look' | 'go';

/** The config options of a session. */
export interface DemoOptions {
  readonly mode: DemoMode;
  readonly pace: DemoPace;
  readonly thoughts: boolean;
}

export type DemoPace = 'relaxed' | 'natural' | 'instant';

export const DEFAULT_OPTIONS: DemoOptions = { mode: 'ask', pace: 'natural', thoughts: true };

/** The options in the form of the protocol. Boolean options are left out for clients that do not support them. */
export function configOptions(options: DemoOptions, withBoolean: boolean): SessionConfigOption[] {
  return [
    {
      type: 'select',
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      description: 'How freely the demo acts.',
      currentValue: options.mode,
      options: MODES,
    },
    {
      type: 'select',
      id: 'pace',
      name: 'Pace',
      category: 'model_config',
      description: 'How fast the demo talks.',
      currentValue: options.pace,
      options: PACES,
    },
    ...(withBoolean ? [thoughtsOption(options)] : []),
  ];
}

/** The options with a new value. Undefined if there is no such option or value. */
export function withOption(
  options: DemoOptions,
  id: string,
  value: string | boolean,
): DemoOptions | undefined {
  switch (id) {
    case 'thoughts':
      return typeof value === 'boolean' ? { ...options, thoughts: value } : undefined;
    case 'mode': {
      const mode = MODES.find(choice => choice.value === value);
      return mode && { ...options, mode: mode.value };
    }
    case 'pace': {
      const pace = PACES.find(choice => choice.value === value);
      return pace && { ...options, pace: pace.value };
    }
    default:
      return undefined;
  }
}

const MODES = [
  { value: 'ask', name: 'Ask First', description: 'Asks before it changes or runs anything.' },
  {
    value: 'look',
    name: 'Only Look',
    description: 'Reads and explains; changes and runs nothing.',
  },
  {
    value: 'go',
    name: 'Go Ahead',
    description: 'Acts without asking. You still review each hunk.',
  },
] satisfies { value: DemoMode; name: string; description: string }[];

const PACES = [
  { value: 'relaxed', name: 'Relaxed', description: 'Slow enough to read along.' },
  { value: 'natural', name: 'Natural', description: 'Like a quick model.' },
  { value: 'instant', name: 'Instant', description: 'All at once.' },
] satisfies { value: DemoPace; name: string; description: string }[];

function thoughtsOption({ thoughts }: DemoOptions): SessionConfigOption {
  return {
    type: 'boolean',
    id: 'thoughts',
    name: 'Thoughts',
    category: 'thought_level',
    description: 'Whether the demo shows its thoughts.',
    currentValue: thoughts,
  };
}
