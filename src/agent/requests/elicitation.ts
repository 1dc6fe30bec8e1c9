import * as acp from '@agentclientprotocol/sdk';
import { asRecord, asString } from '../../core/json.ts';
import { parseExternalUrl } from '../../core/session/forms/externalUrl.ts';
import { parseForm, type FormProblem } from '../../core/session/forms/parseForm.ts';
import type { Elicitation } from '../../core/session/transcript/elicitationEntry.ts';
import type { ElicitationReply } from './sessionEndpoint.ts';
import type { ExternalUriOpener } from './clientRequests.ts';
import type { SessionEndpoint } from './sessionEndpoint.ts';
import { localizable, t } from '../../core/l10n.ts';

/** An `elicitation/create` as it came: who it is for, and what it asks. */
export interface ElicitationRequest {
  /** The session it is about; without one, it is about a request of ours that the agent is busy with. */
  readonly sessionId?: string;
  readonly mode: string;
  readonly message: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Reads the request; one that belongs to nobody, or to two, is wrong. */
export function parseElicitation(params: unknown): ElicitationRequest {
  const raw = asRecord(params) ?? {};
  const { sessionId, requestId } = raw;
  const message = asString(raw['message']);
  const mode = asString(raw['mode']);
  const bySession = asString(sessionId);
  const byRequest = typeof requestId === 'string' || typeof requestId === 'number';
  if (message === undefined || mode === undefined || (bySession !== undefined) === byRequest) {
    throw acp.RequestError.invalidParams(
      undefined,
      'It needs a mode, a message, and a sessionId or a requestId.',
    );
  }
  return { ...(bySession === undefined ? {} : { sessionId: bySession }), mode, message, raw };
}

/** Puts an elicitation to the user, and gives the answer in the protocol's words. */
export async function handleElicitation(
  request: ElicitationRequest,
  { end, pages, signal }: Asking,
): Promise<acp.CreateElicitationResponse> {
  switch (request.mode) {
    case 'form':
      return elicitForm(request, end, signal);
    case 'url':
      if (pages) {
        return elicitPage(request, { end, pages, signal });
      }
      break;
    default:
  }
  throw acp.RequestError.invalidParams(
    undefined,
    `Elicitations of mode ${request.mode} are not supported.`,
  );
}

interface Asking {
  readonly end: SessionEndpoint;
  readonly pages: ExternalUriOpener | undefined;
  readonly signal: AbortSignal;
}

async function elicitForm(
  { message, raw }: ElicitationRequest,
  end: SessionEndpoint,
  signal: AbortSignal,
): Promise<acp.CreateElicitationResponse> {
  const form = parseForm(raw['requestedSchema']);
  if (typeof form === 'string') {
    end.addNotice('warning', `${t(WHY_NOT[form])}\n${message}`);
    return { action: 'decline' };
  }
  return responseOf(await end.elicit({ message, ask: { kind: 'form', form } }, signal));
}

const WHY_NOT: Readonly<Record<FormProblem, string>> = {
  secret: localizable(
    'The agent asked for a password or a key in a form. That was declined: secrets are not typed into a conversation.',
  ),
  unknown: localizable(
    'The agent asked for something in a way that Accord cannot show. That was declined.',
  ),
  tooLong: localizable('The agent sent a form with too many questions. That was declined.'),
  none: localizable('The agent sent an empty form. That was declined.'),
};

async function elicitPage(
  { message, raw }: ElicitationRequest,
  { end, pages, signal }: Asking & { readonly pages: ExternalUriOpener },
): Promise<acp.CreateElicitationResponse> {
  const address = parseExternalUrl(asString(raw['url']) ?? '');
  const elicitationId = asString(raw['elicitationId']);
  if (!address) {
    end.addNotice(
      'warning',
      t(
        'The agent wanted to open an address that is not one of a web page. That was declined.\n{0}',
        message,
      ),
    );
    return { action: 'decline' };
  }
  const question: Elicitation = {
    message,
    ask: { kind: 'url', ...address },
    ...(elicitationId === undefined ? {} : { elicitationId }),
  };
  const reply = await end.elicit(question, signal);
  if (reply.action !== 'accept') {
    return { action: reply.action };
  }
  // Consent is the answer; the page is opened in the user's browser and never by us.
  if (!(await pages.open(address.url))) {
    end.addNotice(
      'warning',
      t('The page could not be opened in the browser. Its address is:\n{0}', address.url),
    );
  }
  return { action: 'accept' };
}

function responseOf(reply: ElicitationReply): acp.CreateElicitationResponse {
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
