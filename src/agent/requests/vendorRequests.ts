import * as acp from '@agentclientprotocol/sdk';
import {
  asBoolean,
  asList,
  asOneOf,
  asRecord,
  asString,
  type JsonObject,
} from '../../core/json.ts';
import { fileUri } from '../../core/prompt/mention/uri.ts';
import type { FormValues } from '../../core/session/forms/elicitationForm.ts';
import {
  vendorAnswers,
  vendorForm,
  parseVendorQuestions,
} from '../../core/session/forms/vendorForm.ts';
import type { SessionEndpoint } from './sessionEndpoint.ts';
import { t } from '../../core/l10n.ts';

/** A vendor's request, the session it is about, and whether it is still wanted. */
interface Asked {
  readonly params: JsonObject;
  readonly end: SessionEndpoint;
  readonly signal: AbortSignal;
}

/** What we answer requests with that are of no protocol but hold an agent up until they are answered. */
const ANSWERS: ReadonlyMap<string, (asked: Asked) => unknown> = new Map<
  string,
  (asked: Asked) => unknown
>([
  ['cursor/ask_question', askForCursor],
  ['cursor/create_plan', approveForCursor],
  ['cursor/update_todos', showTodos],
  ['cursor/task', showTask],
  ['cursor/generate_image', showImage],
  ['x.ai/ask_user_question', askForGrok],
  ['x.ai/exit_plan_mode', approveForGrok],
]);

/** Whether we know this request of a vendor's. Methods of their own may begin with an underscore. */
export const isVendorRequest = (method: string): boolean => ANSWERS.has(plainName(method));

/** Answers a vendor's request in the vendor's own words. */
export async function handleVendorRequest(
  method: string,
  params: unknown,
  { end, signal }: { readonly end: SessionEndpoint; readonly signal: AbortSignal },
): Promise<unknown> {
  const answer = ANSWERS.get(plainName(method));
  if (!answer) {
    throw acp.RequestError.methodNotFound(method);
  }
  return answer({ params: unwrapParams(params), end, signal });
}

const plainName = (method: string): string => method.replace(/^_/, '');

/** Some libraries wrap the parameters of an extension once more. */
export function unwrapParams(params: unknown): JsonObject {
  const outer = asRecord(params) ?? {};
  return asRecord(outer['params']) ?? outer;
}

/** Cursor wants the outcome inside an outcome; flat, it reads as cancelled. */
const outcome = (word: string, more: object = {}): object => ({
  outcome: { outcome: word, ...more },
});

async function askForCursor({ params, end, signal }: Asked): Promise<unknown> {
  const questions = parseVendorQuestions(params['questions']);
  const reply = await ask(params, { end, signal });
  switch (reply.action) {
    case 'accept':
      return outcome('answered', {
        answers: vendorAnswers(questions, reply.values).map(({ key, chosen }) => ({
          questionId: key,
          selectedOptionIds: chosen,
        })),
      });
    case 'decline':
      return outcome('skipped', { reason: 'The user did not want to answer.' });
    case 'cancel':
      return outcome('cancelled');
  }
}

async function askForGrok({ params, end, signal }: Asked): Promise<unknown> {
  const questions = parseVendorQuestions(params['questions']);
  const reply = await ask(params, { end, signal });
  switch (reply.action) {
    case 'accept': {
      const answers = vendorAnswers(questions, reply.values).filter(
        ({ chosen }) => chosen.length > 0,
      );
      return {
        outcome: 'accepted',
        answers: Object.fromEntries(answers.map(({ key, chosen }) => [key, chosen])),
        annotations: {},
      };
    }
    case 'decline':
      return { outcome: 'skip_interview', partial_answers: {} };
    case 'cancel':
      return { outcome: 'cancelled' };
  }
}

type Reply =
  | { readonly action: 'accept'; readonly values: FormValues }
  | { readonly action: 'decline' | 'cancel' };

async function ask(
  params: JsonObject,
  { end, signal }: Pick<Asked, 'end' | 'signal'>,
): Promise<Reply> {
  const questions = parseVendorQuestions(params['questions']);
  if (questions.length === 0) {
    return { action: 'decline' };
  }
  const title = asString(params['title']);
  return end.elicit(
    {
      message: title ?? t('The agent has a question.'),
      ask: { kind: 'form', form: vendorForm(title, questions) },
    },
    signal,
  );
}

async function approveForCursor(asked: Asked): Promise<unknown> {
  const { params } = asked;
  const name = asString(params['name']);
  const parts = [params['overview'], params['plan']]
    .map(asString)
    .filter(part => part !== undefined);
  showTodos(asked);
  const answer = await approve(asked, { title: name ?? t('Plan'), plan: parts.join('\n\n') });
  return outcome(answer === 'yes' ? 'accepted' : answer === 'no' ? 'rejected' : 'cancelled');
}

async function approveForGrok(asked: Asked): Promise<unknown> {
  const plan = asString(asked.params['planContent']) ?? '';
  const answer = await approve(asked, { title: t('Plan'), plan });
  switch (answer) {
    case 'yes':
      return { outcome: 'approved' };
    case 'no':
      return { outcome: 'cancelled', feedback: 'The user wants to keep planning.' };
    case 'cancelled':
      return { outcome: 'abandoned' };
  }
}

/** A plan is put to the user like any other request for permission: it begins only when they say so. */
async function approve(
  { params, end, signal }: Asked,
  { title, plan }: { readonly title: string; readonly plan: string },
): Promise<'yes' | 'no' | 'cancelled'> {
  const content: acp.ToolCallContent[] = plan
    ? [{ type: 'content', content: { type: 'text', text: plan } }]
    : [];
  const response = await end.requestPermission(
    {
      sessionId: '',
      toolCall: {
        toolCallId: asString(params['toolCallId']) ?? 'plan',
        title,
        kind: 'switch_mode',
        content,
      },
      choices: [
        { optionId: 'yes', name: t('Carry out this plan'), kind: 'allow_once' },
        { optionId: 'no', name: t('Keep planning'), kind: 'reject_once' },
      ],
    },
    signal,
  );
  const { outcome: chosen } = response;
  if (chosen.outcome !== 'selected') {
    return 'cancelled';
  }
  return chosen.optionId === 'yes' ? 'yes' : 'no';
}

interface Todo {
  readonly id: string;
  readonly content: string;
  readonly status: acp.PlanEntryStatus;
}

/** More than this nobody reads; the oldest go. */
const TODO_LIMIT = 1_000;

/** The to-dos of each session: an update may tell only those that changed. */
const todosOf = new WeakMap<SessionEndpoint, ReadonlyMap<string, Todo>>();

function showTodos({ params, end }: Asked): unknown {
  const told = asList(params['todos'], todo) ?? [];
  const before = asBoolean(params['merge']) ? (todosOf.get(end) ?? new Map<string, Todo>()) : [];
  const all = new Map([...before, ...told.map(item => [item.id, item] as const)]);
  const todos = new Map([...all].slice(-TODO_LIMIT));
  if (told.length > 0) {
    todosOf.set(end, todos);
    const entries = [...todos.values()].map(({ content, status }) => ({
      content,
      status,
      priority: 'medium' as const,
    }));
    end.handleUpdate({ sessionUpdate: 'plan', entries });
  }
  return outcome('accepted');
}

function todo(raw: unknown): Todo | undefined {
  const item = asRecord(raw);
  const content = asString(item?.['content']);
  return content === undefined
    ? undefined
    : {
        id: asString(item?.['id']) ?? content,
        content,
        status: asOneOf(item?.['status'], ['pending', 'in_progress', 'completed']) ?? 'completed',
      };
}

/** A sub-agent has done its task. */
function showTask({ params, end }: Asked): unknown {
  const toolCallId = asString(params['toolCallId']);
  const title = asString(params['description']);
  if (toolCallId !== undefined) {
    end.handleUpdate({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      ...(title ? { title } : {}),
      status: 'completed',
    });
  }
  const { agentId, durationMs } = params;
  return outcome('completed', {
    ...(agentId === undefined ? {} : { agentId }),
    ...(durationMs === undefined ? {} : { durationMs }),
  });
}

/** Cursor has made an image, and says in which file. */
function showImage({ params, end }: Asked): unknown {
  const path = asString(params['filePath']);
  if (path === undefined) {
    return outcome('rejected', { reason: 'No file was named.' });
  }
  const name = asString(params['description']) ?? path;
  end.handleUpdate({
    sessionUpdate: 'tool_call_update',
    toolCallId: asString(params['toolCallId']) ?? `image ${path}`,
    title: name,
    status: 'completed',
    content: [{ type: 'content', content: { type: 'resource_link', name, uri: fileUri(path) } }],
  });
  return outcome('generated', { filePath: path });
}
