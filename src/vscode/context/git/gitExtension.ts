import * as vscode from 'vscode';
import type { OpenRepository } from '../../../agent/git/openRepository.ts';
import { CancellationError } from '../../../core/errors.ts';
import { asList, asRecord, asString } from '../../../core/json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The extension may be busy for long, such as with a fetch that waits for a password. */
const CALL_TIMEOUT_MS = 5000;

/** The Git extension that comes with VS Code, if it is active. */
export class GitExtension {
  /** The path of the git executable. */
  get command(): string | undefined {
    return asString(asRecord(api()?.['git'])?.['path']);
  }

  /** The roots of the open repositories. */
  roots(): readonly string[] {
    return asList(api()?.['repositories'], rootOf) ?? [];
  }

  /** An open repository, by its root. */
  repository(root: string): OpenRepository | undefined {
    const found = asList(api()?.['repositories'], asRecord)?.find(one => rootOf(one) === root);
    return (
      found && {
        stagedDiff: signal => callWithTimeout(found, { name: 'diff', values: [true] }, signal),
        mergeBase: (one, other, signal) =>
          callWithTimeout(found, { name: 'getMergeBase', values: [one, other] }, signal),
      }
    );
  }
}

function api(): Fields | undefined {
  const extension = vscode.extensions.getExtension('vscode.git');
  const exported = asRecord(extension?.isActive ? extension.exports : undefined);
  try {
    return exported && asRecord(call(exported, { name: 'getAPI', values: [1] }));
  } catch {
    return undefined; // The extension is installed but disabled by `git.enabled`.
  }
}

const rootOf = (repository: unknown): string | undefined =>
  asString(asRecord(asRecord(repository)?.['rootUri'])?.['fsPath']);

interface MethodCall {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Calls a method. Undefined if it fails, takes too long or does not exist. */
async function callWithTimeout(
  repository: Fields,
  methodCall: MethodCall,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const result = (async () => asString(await call(repository, methodCall)))().catch(
    () => undefined,
  );
  const ended = AbortSignal.any(signal ? [signal, timeout] : [timeout]);
  const text = await Promise.race([result, waitForAbort(ended)]);
  if (signal?.aborted) {
    throw new CancellationError();
  }
  return text;
}

const waitForAbort = (signal: AbortSignal): Promise<undefined> =>
  new Promise(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

function call(object: Fields, { name, values }: MethodCall): unknown {
  const method = object[name];
  return typeof method === 'function' ? method.apply(object, values) : undefined;
}
