import type {
  PermissionOutcome,
  PermissionEntry,
  PlanStatus,
  ElicitationOutcome,
  ToolStatus,
} from '../session/transcript/entry.ts';
import { localizable, t } from '../l10n.ts';

/** Who says something in an exported session. */
export type Speaker = 'you' | 'agent' | 'thought';

/** A speaker's name above what is said. */
export const speakerLabel = (who: Speaker): string => t(SPEAKERS[who]);

/** How a step of a plan stands. */
export const planStatusLabel = (status: PlanStatus): string => t(STEPS[status]);

/** A tool call by its title, and how it ended if not well. */
export const toolLabel = (title: string, status: ToolStatus): string =>
  status === 'completed' ? title : t(TOOLS[status], title);

/** How a question was answered. */
export const elicitationLabel = (message: string, { kind }: ElicitationOutcome): string =>
  t(QUESTIONS[kind], message);

/** What was chosen, in the agent's own words for it. */
export function permissionLabel({ title, answer, choices }: PermissionEntry): string {
  return answer.kind === 'chosen'
    ? t('Permission: {0}: {1}', title, choiceName(choices, answer.optionId))
    : t(UNANSWERED[answer.kind], title);
}

/** How far the agent is with shortening its memory; an agent may name states that we do not know. */
export const compactionLabel = (status: string): string => t(COMPACTIONS[status] ?? COMPACTING);

const choiceName = (choices: PermissionEntry['choices'], id: string): string =>
  choices.find(({ optionId }) => optionId === id)?.name ?? id;

const SPEAKERS: Readonly<Record<Speaker, string>> = {
  you: localizable('You'),
  agent: localizable('Agent'),
  thought: localizable('Thought'),
};

const STEPS: Readonly<Record<PlanStatus, string>> = {
  pending: localizable('to do'),
  in_progress: localizable('in progress'),
  completed: localizable('done'),
};

const TOOLS: Readonly<Record<Exclude<ToolStatus, 'completed'>, string>> = {
  pending: localizable('{0} (waiting)'),
  in_progress: localizable('{0} (running)'),
  failed: localizable('{0} (failed)'),
  cancelled: localizable('{0} (stopped)'),
};

const QUESTIONS: Readonly<Record<ElicitationOutcome['kind'], string>> = {
  open: localizable('Question: {0} (open)'),
  accepted: localizable('Question: {0} (answered)'),
  declined: localizable('Question: {0} (declined)'),
  cancelled: localizable('Question: {0} (not answered)'),
};

const UNANSWERED: Readonly<Record<Exclude<PermissionOutcome['kind'], 'chosen'>, string>> = {
  open: localizable('Permission: {0}: open'),
  cancelled: localizable('Permission: {0}: not answered'),
};

const COMPACTING = localizable('The agent is shortening its memory of the conversation');
const COMPACTIONS: Readonly<Record<string, string>> = {
  completed: localizable('The agent shortened its memory of the conversation'),
  failed: localizable('The agent could not shorten its memory of the conversation'),
  cancelled: localizable('Shortening the memory was stopped'),
};
