import type {
  Answer,
  PermissionEntry,
  PlanStatus,
  QuestionAnswer,
  ToolStatus,
  TurnEndReason,
} from '../session/entry.ts';
import { said, t } from '../words.ts';

/** Who says something in an exported session. */
export type Speaker = 'you' | 'agent' | 'thought';

/** A speaker's name above what is said. */
export const speakerWords = (who: Speaker): string => t(SPEAKERS[who]);

/** How a step of a plan stands. */
export const stepWords = (status: PlanStatus): string => t(STEPS[status]);

/** A tool call by its title, and how it ended if not well. */
export const toolWords = (title: string, status: ToolStatus): string =>
  status === 'completed' ? title : t(TOOLS[status], title);

/** How a question was answered. */
export const questionWords = (message: string, { kind }: QuestionAnswer): string =>
  t(QUESTIONS[kind], message);

/** What was chosen, in the agent's own words for it. */
export function permissionWords({ title, answer, choices }: PermissionEntry): string {
  return answer.kind === 'chosen'
    ? t('Permission: {0}: {1}', title, choiceName(choices, answer.optionId))
    : t(UNANSWERED[answer.kind], title);
}

/** How far the agent is with shortening its memory; an agent may name states that we do not know. */
export const compactionWords = (status: string): string => t(COMPACTIONS[status] ?? COMPACTING);

/** Why a turn ended, if not in the usual way. */
export const endWords = (reason: Exclude<TurnEndReason, 'end_turn'>): string => t(ENDS[reason]);

const choiceName = (choices: PermissionEntry['choices'], id: string): string =>
  choices.find(({ optionId }) => optionId === id)?.name ?? id;

const SPEAKERS: Readonly<Record<Speaker, string>> = {
  you: said('You'),
  agent: said('Agent'),
  thought: said('Thought'),
};

const STEPS: Readonly<Record<PlanStatus, string>> = {
  pending: said('to do'),
  in_progress: said('in progress'),
  completed: said('done'),
};

const TOOLS: Readonly<Record<Exclude<ToolStatus, 'completed'>, string>> = {
  pending: said('{0} (waiting)'),
  in_progress: said('{0} (running)'),
  failed: said('{0} (failed)'),
  cancelled: said('{0} (stopped)'),
};

const QUESTIONS: Readonly<Record<QuestionAnswer['kind'], string>> = {
  open: said('Question: {0} (open)'),
  accepted: said('Question: {0} (answered)'),
  declined: said('Question: {0} (declined)'),
  cancelled: said('Question: {0} (not answered)'),
};

const UNANSWERED: Readonly<Record<Exclude<Answer['kind'], 'chosen'>, string>> = {
  open: said('Permission: {0}: open'),
  cancelled: said('Permission: {0}: not answered'),
};

const COMPACTING = said('The agent is shortening its memory of the conversation');
const COMPACTIONS: Readonly<Record<string, string>> = {
  completed: said('The agent shortened its memory of the conversation'),
  failed: said('The agent could not shorten its memory of the conversation'),
  cancelled: said('Shortening the memory was stopped'),
};

const ENDS: Readonly<Record<Exclude<TurnEndReason, 'end_turn'>, string>> = {
  max_tokens: said('The turn ended: the agent ran out of tokens.'),
  max_turn_requests: said('The turn ended: the agent made as many requests as it may.'),
  refusal: said('The agent refused to go on.'),
  cancelled: said('The turn was stopped.'),
  failed: said('The turn failed.'),
};
