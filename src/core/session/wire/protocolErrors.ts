import { getErrorMessage } from '../../errors.ts';
import { asRecord, asString, parseJson } from '../../json.ts';
import { parseSignInMethods, type AgentSignInMethod } from './signInMethods.ts';

const AUTH_REQUIRED = -32_000;
const NOT_FOUND = -32_002;
const REQUEST_CANCELLED = -32_800;

/** The agent requires a sign-in before it answers. */
export interface AuthRequired {
  readonly message: string;
  /** The sign-in methods that came with the error; some agents send them only here. */
  readonly methods: readonly AgentSignInMethod[];
}

/** Returns the details if an error asks for a sign-in. */
export function asAuthRequired(error: unknown): AuthRequired | undefined {
  if (codeOf(error) !== AUTH_REQUIRED) {
    return undefined;
  }
  const { message } = asRecord(error) ?? {};
  return { message: asString(message) ?? '', methods: methodsInError(error) };
}

/** The sign-in methods that came with an error. */
export const methodsInError = (error: unknown): readonly AgentSignInMethod[] =>
  parseSignInMethods(asRecord(asRecord(error)?.['data'])?.['authMethods']);

/** Whether the agent itself answered with an error. */
export const isErrorResponse = (error: unknown): boolean => typeof codeOf(error) === 'number';

const MESSAGE_LIMIT_CHARS = 2_000;

/** The agent's error message, including the details behind a bare "Internal error" and messages that are wrapped in JSON. */
export function getAgentErrorMessage(error: unknown): string {
  const message = unwrapped(getErrorMessage(error));
  const data = asRecord(error)?.['data'];
  const { details, message: inner } = asRecord(data) ?? {};
  const more = unwrapped(asString(data) ?? asString(details) ?? asString(inner) ?? '');
  const text = more === '' || message.includes(more) ? message : `${message}: ${more}`;
  return text.slice(0, MESSAGE_LIMIT_CHARS);
}

/** Some agents forward the response of their model's server unchanged, often after words of their own. */
function unwrapped(text: string): string {
  const start = text.indexOf('{');
  const inner = start < 0 ? undefined : messageIn(parseJson(text.slice(start)));
  if (inner === undefined) {
    const [line = '', ...rest] = text.split('\n');
    return rest.length === 0 ? text : [unwrapped(line), ...rest].join('\n'); // A stack often follows.
  }
  const words = text.slice(0, start).trimEnd();
  return words === '' ? inner : `${words.replace(/:$/, '')}: ${inner}`;
}

/** The message in an error response; it may itself contain a response. */
function messageIn(response: unknown): string | undefined {
  const answer = asRecord(response);
  const error = answer?.['error'];
  const message =
    asString(asRecord(error)?.['message']) ??
    asString(error) ??
    asString(answer?.['message']) ??
    asString(answer?.['detail']);
  return message === undefined ? undefined : unwrapped(message);
}

/** The agent does not have what was requested. */
export const isResourceNotFound = (error: unknown): boolean => codeOf(error) === NOT_FOUND;

/** The request was canceled. */
export const isRequestCanceled = (error: unknown): boolean => codeOf(error) === REQUEST_CANCELLED;

const codeOf = (error: unknown): unknown => asRecord(error)?.['code'];
