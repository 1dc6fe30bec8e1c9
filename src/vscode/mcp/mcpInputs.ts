import * as vscode from 'vscode';
import type { McpInput } from '../../core/mcp/mcpFile.ts';
import type { MissingInput } from '../../core/mcp/missingInputs.ts';
import {
  getInputSecrets,
  parseStoredInputs,
  withInput,
  type StoredInputs,
} from '../../core/mcp/storedInputs.ts';
import { showInputBox, showQuickPick } from '../notifications.ts';

const KEY = 'accord.mcpInputs';

/** The values that `mcp.json` files ask for. They are asked for once and kept in the secret storage. */
export class McpInputs {
  readonly #secrets: vscode.SecretStorage;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  async read(): Promise<StoredInputs> {
    return parseStoredInputs(await this.#secrets.get(KEY));
  }

  /** Asks for one value after the other. Returns whether the user has entered all of them. */
  async ask(missing: readonly MissingInput[]): Promise<boolean> {
    for (const { file, input, servers, destinations } of missing) {
      const value = await askFor(input, servers.join(', '));
      if (value === undefined) {
        return false;
      }
      const { id, isPassword } = input;
      const stored = withInput(await this.read(), file, id, { value, isPassword, destinations });
      await this.#secrets.store(KEY, JSON.stringify(stored));
    }
    return true;
  }

  async forget(): Promise<void> {
    await this.#secrets.delete(KEY);
  }
}

/** The stored values that must not be shown anywhere. */
export const readInputSecrets = async (secrets: {
  get(name: string): Thenable<string | undefined>;
}): Promise<readonly string[]> => getInputSecrets(parseStoredInputs(await secrets.get(KEY)));

async function askFor(input: McpInput, servers: string): Promise<string | undefined> {
  const { description, isPassword, defaultValue, options } = input;
  const title = vscode.l10n.t('MCP server: {0}', servers);
  if (options) {
    const items = options.map(({ label, value }) => ({ label, value }));
    const first = items.filter(({ value }) => value === defaultValue);
    const others = items.filter(({ value }) => value !== defaultValue);
    const chosen = await showQuickPick([...first, ...others], {
      title,
      placeHolder: description,
      ignoreFocusOut: true,
    });
    return chosen?.value;
  }
  return showInputBox({
    title,
    prompt: description,
    password: isPassword,
    ignoreFocusOut: true,
    ...(defaultValue === undefined ? {} : { value: defaultValue }),
  });
}
