import type { StringKey } from '../ui/strings.ts';

/** A prompt that the user can start with. */
export interface Starter {
  readonly label: StringKey;
  /** The text of the prompt; the label by default. */
  readonly prompt?: string;
}

/** Prompts that the demo understands: its slash commands. */
export const DEMO_STARTERS: readonly (Starter & { readonly prompt: string })[] = [
  { label: 'demoEdit', prompt: '/edit' },
  { label: 'demoExplain', prompt: '/explain' },
  { label: 'demoRun', prompt: '/run' },
];
