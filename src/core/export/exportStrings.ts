import type {
  PermissionOutcome,
  PermissionEntry,
  PlanStatus,
  ElicitationOutcome,
  ToolStatus,
} from '../session/transcript/entry.ts';
import { localizable, t } from '../l10n.ts';

/** Who wrote a message in an exported session. */
export type Speaker = 'you' | 'agent' | 'thought';

/** The name of a speaker. */
export const speakerLabel = (who: Speaker): string => t(SPEAKERS[who]);

/** The status of a plan item. */
export const planStatusLabel = (status: PlanStatus): string => t(PLAN_STATUSES[status]);

/** The title of a tool call, and its status if it is not completed. */
export const toolLabel = (title: string, status: ToolStatus): string =>
  status === 'completed' ? title : t(TOOL_STATUSES[status], title);

/** An elicitation and its outcome. */
export const elicitationLabel = (message: string, { kind }: ElicitationOutcome): string =>
  t(ELICITATION_OUTCOMES[kind], message);

/** A permission request and the label of the chosen option. */
export function permissionLabel({ title, answer, choices }: PermissionEntry): string {
  return answer.kind === 'chosen'
    ? t('Permission: {0}: {1}', title, choiceName(choices, answer.optionId))
    : t(UNANSWERED_PERMISSIONS[answer.kind], title);
}

/** The status of a compaction; unknown statuses are shown as in progress. */
export const compactionLabel = (status: string): string => t(COMPACTIONS[status] ?? COMPACTING);

const choiceName = (choices: PermissionEntry['choices'], id: string): string =>
  choices.find(({ optionId }) => optionId === id)?.name ?? id;

const SPEAKERS: Readonly<Record<Speaker, string>> = {
  you: localizable('You'),
  agent: localizable('Agent'),
  thought: localizable('Thought'),
};

const PLAN_STATUSES: Readonly<Record<PlanStatus, string>> = {
  pending: localizable('to do'),
  in_progress: localizable('in progress'),
  completed: localizable('done'),
};

const TOOL_STATUSES: Readonly<Record<Exclude<ToolStatus, 'completed'>, string>> = {
  pending: localizable('{0} (pending)'),
  in_progress: localizable('{0} (running)'),
  failed: localizable('{0} (failed)'),
  cancelled: localizable('{0} (stopped)'),
};

const ELICITATION_OUTCOMES: Readonly<Record<ElicitationOutcome['kind'], string>> = {
  open: localizable('Question: {0} (open)'),
  accepted: localizable('Question: {0} (answered)'),
  declined: localizable('Question: {0} (declined)'),
  cancelled: localizable('Question: {0} (not answered)'),
};

const UNANSWERED_PERMISSIONS: Readonly<
  Record<Exclude<PermissionOutcome['kind'], 'chosen'>, string>
> = {
  open: localizable('Permission: {0}: open'),
  cancelled: localizable('Permission: {0}: not answered'),
};

const COMPACTING = localizable('The agent is compacting the conversation');
const COMPACTIONS: Readonly<Record<string, string>> = {
  completed: localizable('The agent compacted the conversation'),
  failed: localizable("The agent couldn't compact the conversation"),
  cancelled: localizable('Compaction was stopped'),
};
