import * as vscode from 'vscode';
import type { OpenRepository } from '../../../agent/git/openRepository.ts';
import { CancellationError } from '../../../core/errors.ts';
import { asList, asRecord, asString } from '../../../core/json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** It may be busy with something else for long, such as a fetch that waits for a password. */
const ANSWER_TIMEOUT_MS = 5000;

/** The git extension that comes with VS Code, as far as it is running and answers. */
export class GitExtension {
  /** The git command it has found. */
  get command(): string | undefined {
    return asString(asRecord(api()?.['git'])?.['path']);
  }

  /** The top folders of the repositories it has open. */
  roots(): readonly string[] {
    return asList(api()?.['repositories'], rootOf) ?? [];
  }

  /** A repository it has open, by its top folder. */
  repository(root: string): OpenRepository | undefined {
    const found = asList(api()?.['repositories'], asRecord)?.find(one => rootOf(one) === root);
    return (
      found && {
        stagedDiff: signal => answer(found, { name: 'diff', values: [true] }, signal),
        mergeBase: (one, other, signal) =>
          answer(found, { name: 'getMergeBase', values: [one, other] }, signal),
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
    return undefined; // The extension is there but switched off: the command does without it.
  }
}

const rootOf = (repository: unknown): string | undefined =>
  asString(asRecord(asRecord(repository)?.['rootUri'])?.['fsPath']);

interface Question {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Nothing if it fails, takes too long, or has no such question. */
async function answer(
  repository: Fields,
  question: Question,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const asked = (async () => asString(await call(repository, question)))().catch(() => undefined);
  const ended = AbortSignal.any(signal ? [signal, timeout] : [timeout]);
  const text = await Promise.race([asked, abortOf(ended)]);
  if (signal?.aborted) {
    throw new CancellationError();
  }
  return text;
}

const abortOf = (signal: AbortSignal): Promise<undefined> =>
  new Promise(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

function call(object: Fields, { name, values }: Question): unknown {
  const method = object[name];
  return typeof method === 'function' ? method.apply(object, values) : undefined;
}
