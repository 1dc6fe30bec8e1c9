import { getErrorMessage } from '../../errors.ts';
import { asRecord, asString } from '../../json.ts';
import { parseSignInMethods, type AgentSignInMethod } from './signInMethods.ts';

const AUTH_REQUIRED = -32_000;
const NOT_FOUND = -32_002;
const METHOD_NOT_FOUND = -32_601;
const REQUEST_CANCELLED = -32_800;

/** What an agent says that wants a sign-in before it answers. */
export interface AuthRequired {
  readonly message: string;
  /** Ways that came with the error; some agents tell them only here. */
  readonly methods: readonly AgentSignInMethod[];
}

/** Whether an error asks for a sign-in, and what it says about it. */
export function asAuthRequired(error: unknown): AuthRequired | undefined {
  if (codeOf(error) !== AUTH_REQUIRED) {
    return undefined;
  }
  const { message, data } = asRecord(error) ?? {};
  return {
    message: asString(message) ?? '',
    methods: parseSignInMethods(asRecord(data)?.['authMethods']),
  };
}

const WORDS_LIMIT_CHARS = 2_000;

/** What an agent says went wrong: also the words behind a bare "Internal error", and those that are wrapped in JSON. */
export function getAgentErrorMessage(error: unknown): string {
  const message = unwrapped(getErrorMessage(error));
  const data = asRecord(error)?.['data'];
  const { details, message: inner } = asRecord(data) ?? {};
  const more = unwrapped(asString(data) ?? asString(details) ?? asString(inner) ?? '');
  const words = more === '' || message.includes(more) ? message : `${message}: ${more}`;
  return words.slice(0, WORDS_LIMIT_CHARS);
}

/** Some agents pass on the answer of their model's server as it is. */
function unwrapped(text: string): string {
  if (!text.startsWith('{')) {
    return text;
  }
  try {
    const answer = asRecord(JSON.parse(text));
    return (
      asString(asRecord(answer?.['error'])?.['message']) ?? asString(answer?.['message']) ?? text
    );
  } catch {
    return text; // It only looked like JSON.
  }
}

/** The agent does not have what was asked for. */
export const isResourceNotFound = (error: unknown): boolean => codeOf(error) === NOT_FOUND;

/** The agent cannot do this, whatever it advertised. */
export const isMethodNotFound = (error: unknown): boolean => codeOf(error) === METHOD_NOT_FOUND;

/** The request was taken back. */
export const isRequestCanceled = (error: unknown): boolean => codeOf(error) === REQUEST_CANCELLED;

const codeOf = (error: unknown): unknown => asRecord(error)?.['code'];
