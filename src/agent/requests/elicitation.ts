import * as acp from '@agentclientprotocol/sdk';
import { asRecord, asString } from '../../core/json.ts';
import { parseExternalUrl } from '../../core/session/forms/externalUrl.ts';
import { parseForm, type FormProblem } from '../../core/session/forms/parseForm.ts';
import type { Elicitation } from '../../core/session/transcript/elicitationEntry.ts';
import type { ElicitationReply } from './sessionEndpoint.ts';
import type { ExternalUriOpener } from './clientRequests.ts';
import type { SessionEndpoint } from './sessionEndpoint.ts';
import { quote } from '../../core/text/quote.ts';
import { localizable, t } from '../../core/l10n.ts';

/** The parameters of an `elicitation/create` request. */
export interface ElicitationRequest {
  /** Absent if the elicitation belongs to a request of ours that the agent is handling. */
  readonly sessionId?: string;
  readonly mode: string;
  readonly message: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Parses the request, which has to name either a session or a request of ours. */
export function parseElicitation(params: unknown): ElicitationRequest {
  const raw = asRecord(params) ?? {};
  const { sessionId, requestId } = raw;
  const message = asString(raw['message']);
  const mode = asString(raw['mode']);
  const session = asString(sessionId);
  const isRequest = typeof requestId === 'string' || typeof requestId === 'number';
  if (message === undefined || mode === undefined || (session !== undefined) === isRequest) {
    throw acp.RequestError.invalidParams(
      undefined,
      'It needs a mode, a message, and a sessionId or a requestId.',
    );
  }
  return { ...(session === undefined ? {} : { sessionId: session }), mode, message, raw };
}

/** Where an elicitation is shown and how its web page is opened. */
export interface ElicitationContext {
  readonly endpoint: SessionEndpoint;
  readonly uriOpener: ExternalUriOpener | undefined;
  readonly signal: AbortSignal;
}

/** Shows an elicitation to the user and returns the response for the agent. */
export async function handleElicitation(
  request: ElicitationRequest,
  { endpoint, uriOpener, signal }: ElicitationContext,
): Promise<acp.CreateElicitationResponse> {
  switch (request.mode) {
    case 'form':
      return elicitForm(request, endpoint, signal);
    case 'url':
      if (uriOpener) {
        return elicitUrl(request, { endpoint, uriOpener, signal });
      }
      break;
    default:
  }
  throw acp.RequestError.invalidParams(
    undefined,
    `Elicitations of mode ${request.mode} are not supported.`,
  );
}

async function elicitForm(
  { message, raw }: ElicitationRequest,
  endpoint: SessionEndpoint,
  signal: AbortSignal,
): Promise<acp.CreateElicitationResponse> {
  const form = parseForm(raw['requestedSchema']);
  if (typeof form === 'string') {
    endpoint.addNotice('warning', `${t(FORM_ERRORS[form])}\n${quote(message)}`);
    return { action: 'decline' };
  }
  return toResponse(await endpoint.elicit({ message, ask: { kind: 'form', form } }, signal));
}

const FORM_ERRORS: Readonly<Record<FormProblem, string>> = {
  secret: localizable(
    "The agent asked for a password or key in a form. The request was declined because secrets don't belong in a conversation.",
  ),
  unknown: localizable("The agent sent a request that Accord can't show. It was declined."),
  tooLong: localizable('The agent sent a form with too many questions. It was declined.'),
  none: localizable('The agent sent an empty form. It was declined.'),
};

async function elicitUrl(
  { message, raw }: ElicitationRequest,
  { endpoint, uriOpener, signal }: ElicitationContext & { readonly uriOpener: ExternalUriOpener },
): Promise<acp.CreateElicitationResponse> {
  const address = parseExternalUrl(asString(raw['url']) ?? '');
  const elicitationId = asString(raw['elicitationId']);
  if (!address) {
    endpoint.addNotice(
      'warning',
      t(
        'The agent tried to open something other than a web page. The request was declined.\n{0}',
        quote(message),
      ),
    );
    return { action: 'decline' };
  }
  const question: Elicitation = {
    message,
    ask: { kind: 'url', ...address },
    ...(elicitationId === undefined ? {} : { elicitationId }),
  };
  const reply = await endpoint.elicit(question, signal);
  if (reply.action !== 'accept') {
    return { action: reply.action };
  }
  // The agent learns only that the user agreed. The page is opened in the user's browser and never by us.
  if (!(await uriOpener.open(address.url))) {
    endpoint.addNotice(
      'warning',
      t("Couldn't open the page in the browser. Its URL is:\n{0}", address.url),
    );
  }
  return { action: 'accept' };
}

function toResponse(reply: ElicitationReply): acp.CreateElicitationResponse {
  return reply.action === 'accept'
    ? { action: 'accept', content: mutable(reply.values) }
    : { action: reply.action };
}

const mutable = (
  values: Extract<ElicitationReply, { action: 'accept' }>['values'],
): Record<string, acp.ElicitationContentValue> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? [...value] : value,
    ]),
  );
