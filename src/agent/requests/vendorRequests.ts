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
import {
  vendorAnswers,
  vendorForm,
  parseVendorQuestions,
} from '../../core/session/forms/vendorForm.ts';
import type { ElicitationReply, SessionEndpoint } from './sessionEndpoint.ts';
import type { SessionRouter } from './sessionRouter.ts';
import { t } from '../../core/l10n.ts';

/** A vendor's request and the session it belongs to. */
interface VendorRequest {
  readonly params: JsonObject;
  readonly endpoint: SessionEndpoint;
  readonly signal: AbortSignal;
}

type VendorRequestHandler = (request: VendorRequest) => unknown;

/** Requests that are not part of the protocol but block their agent until they are answered. */
const HANDLERS: ReadonlyMap<string, VendorRequestHandler> = new Map<string, VendorRequestHandler>([
  ['cursor/ask_question', askForCursor],
  ['cursor/create_plan', approvePlanForCursor],
  ['cursor/update_todos', showTodos],
  ['cursor/task', showTask],
  ['cursor/generate_image', showImage],
  ['x.ai/ask_user_question', askForGrok],
  ['x.ai/exit_plan_mode', approvePlanForGrok],
]);

/** Answers a vendor's request in the vendor's own format. Rejects requests that we do not know. */
export async function handleVendorRequest(
  method: string,
  params: unknown,
  { router, signal }: { readonly router: SessionRouter; readonly signal: AbortSignal },
): Promise<unknown> {
  const handle = HANDLERS.get(method.replace(/^_/, '')); // Extension methods may begin with an underscore.
  if (!handle) {
    throw acp.RequestError.methodNotFound(method);
  }
  const unwrapped = unwrapParams(params);
  const endpoint = await router.resolveFromParams(unwrapped);
  return handle({ params: unwrapped, endpoint, signal });
}

/** Some libraries wrap the parameters of extension methods in another object. */
function unwrapParams(params: unknown): JsonObject {
  const outer = asRecord(params) ?? {};
  return asRecord(outer['params']) ?? outer;
}

/** Cursor expects the outcome inside an outcome and takes a flat one for a cancellation. */
const cursorOutcome = (outcome: string, more: object = {}): object => ({
  outcome: { outcome, ...more },
});

async function askForCursor({ params, endpoint, signal }: VendorRequest): Promise<unknown> {
  const questions = parseVendorQuestions(params['questions']);
  const reply = await ask(params, { endpoint, signal });
  switch (reply.action) {
    case 'accept':
      return cursorOutcome('answered', {
        answers: vendorAnswers(questions, reply.values).map(({ key, chosen }) => ({
          questionId: key,
          selectedOptionIds: chosen,
        })),
      });
    case 'decline':
      return cursorOutcome('skipped', { reason: 'The user did not want to answer.' });
    case 'cancel':
      return cursorOutcome('cancelled');
  }
}

async function askForGrok({ params, endpoint, signal }: VendorRequest): Promise<unknown> {
  const questions = parseVendorQuestions(params['questions']);
  const reply = await ask(params, { endpoint, signal });
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

async function ask(
  params: JsonObject,
  { endpoint, signal }: Pick<VendorRequest, 'endpoint' | 'signal'>,
): Promise<ElicitationReply> {
  const questions = parseVendorQuestions(params['questions']);
  if (questions.length === 0) {
    return { action: 'decline' };
  }
  const title = asString(params['title']);
  return endpoint.elicit(
    {
      message: title ?? t('The agent has a question.'),
      ask: { kind: 'form', form: vendorForm(title, questions) },
    },
    signal,
  );
}

async function approvePlanForCursor(request: VendorRequest): Promise<unknown> {
  const { params } = request;
  const name = asString(params['name']);
  const parts = [params['overview'], params['plan']]
    .map(asString)
    .filter(part => part !== undefined);
  showTodos(request);
  const answer = await approvePlan(request, { title: name ?? t('Plan'), plan: parts.join('\n\n') });
  return cursorOutcome(answer === 'yes' ? 'accepted' : answer === 'no' ? 'rejected' : 'cancelled');
}

async function approvePlanForGrok(request: VendorRequest): Promise<unknown> {
  const plan = asString(request.params['planContent']) ?? '';
  const answer = await approvePlan(request, { title: t('Plan'), plan });
  switch (answer) {
    case 'yes':
      return { outcome: 'approved' };
    case 'no':
      return { outcome: 'cancelled', feedback: 'The user wants to keep planning.' };
    case 'cancelled':
      return { outcome: 'abandoned' };
  }
}

/** Shows a plan as a permission request, so that the agent begins only when the user agrees. */
async function approvePlan(
  { params, endpoint, signal }: VendorRequest,
  { title, plan }: { readonly title: string; readonly plan: string },
): Promise<'yes' | 'no' | 'cancelled'> {
  const content: acp.ToolCallContent[] = plan
    ? [{ type: 'content', content: { type: 'text', text: plan } }]
    : [];
  const response = await endpoint.requestPermission(
    {
      sessionId: '',
      toolCall: {
        toolCallId: asString(params['toolCallId']) ?? 'plan',
        title,
        kind: 'switch_mode',
        content,
      },
      choices: [
        { optionId: 'yes', name: t('Start this plan'), kind: 'allow_once' },
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

/** The oldest to-dos beyond this number are dropped. */
const TODO_LIMIT = 1_000;

/** The to-dos of each session, because an update may contain only the changed ones. */
const todosBySession = new WeakMap<SessionEndpoint, ReadonlyMap<string, Todo>>();

function showTodos({ params, endpoint }: VendorRequest): unknown {
  const sent = asList(params['todos'], parseTodo) ?? [];
  const before = asBoolean(params['merge'])
    ? (todosBySession.get(endpoint) ?? new Map<string, Todo>())
    : [];
  const all = new Map([...before, ...sent.map(item => [item.id, item] as const)]);
  const todos = new Map([...all].slice(-TODO_LIMIT));
  if (sent.length > 0) {
    todosBySession.set(endpoint, todos);
    const entries = [...todos.values()].map(({ content, status }) => ({
      content,
      status,
      priority: 'medium' as const,
    }));
    endpoint.handleUpdate({ sessionUpdate: 'plan', entries });
  }
  return cursorOutcome('accepted');
}

function parseTodo(raw: unknown): Todo | undefined {
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

/** A subagent has finished its task. */
function showTask({ params, endpoint }: VendorRequest): unknown {
  const toolCallId = asString(params['toolCallId']);
  const title = asString(params['description']);
  if (toolCallId !== undefined) {
    endpoint.handleUpdate({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      ...(title ? { title } : {}),
      status: 'completed',
    });
  }
  const { agentId, durationMs } = params;
  return cursorOutcome('completed', {
    ...(agentId === undefined ? {} : { agentId }),
    ...(durationMs === undefined ? {} : { durationMs }),
  });
}

/** Cursor has generated an image and reports its file. */
function showImage({ params, endpoint }: VendorRequest): unknown {
  const path = asString(params['filePath']);
  if (path === undefined) {
    return cursorOutcome('rejected', { reason: 'No file was named.' });
  }
  const name = asString(params['description']) ?? path;
  endpoint.handleUpdate({
    sessionUpdate: 'tool_call_update',
    toolCallId: asString(params['toolCallId']) ?? `image ${path}`,
    title: name,
    status: 'completed',
    content: [{ type: 'content', content: { type: 'resource_link', name, uri: fileUri(path) } }],
  });
  return cursorOutcome('generated', { filePath: path });
}
