import { inject } from 'vitest';
import { startVSCode, type VSCodeServer } from '../harness/vscode/vscodeServer.ts';

type Settings = Readonly<Record<string, unknown>>;

/** The options of a server. Windows with equal options use the same server one after the other. */
export interface ServerOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly restricted: boolean;
  readonly typescriptServer: boolean;
}

/** A server for one window, without any state of earlier windows. */
export interface ServerLease {
  readonly server: VSCodeServer;
  /** Called when the window was closed. */
  end(): Promise<void>;
}

/** A port that is used by one server after another: the browser caches VS Code's compiled code by address. */
interface ServerSlot {
  readonly port: number;
  isTaken: boolean;
  standing?: { readonly wish: string; readonly server: VSCodeServer };
}

let slots: readonly ServerSlot[] | undefined;

/** The slots of this worker. Their servers end with it at the latest. */
function placesHere(): readonly ServerSlot[] {
  const ports = inject('ports')[Number(process.env['VITEST_POOL_ID']) - 1] ?? [];
  slots ??= ports.map(port => ({ port, isTaken: false }));
  return slots;
}

/** Returns a server for a new window. */
export async function leaseServer(wish: ServerOptions, settings: Settings): Promise<ServerLease> {
  const slot = placesHere().find(({ isTaken }) => !isTaken) ?? { port: 0, isTaken: false };
  slot.isTaken = true;
  const server = await serverAt(slot, wish, settings);
  return {
    server,
    end: async () => {
      const canGoOn = slot.port !== 0 && (await server.windowsEnded());
      if (!canGoOn) {
        delete slot.standing;
        await server.stop();
      }
      slot.isTaken = false;
    },
  };
}

/** Resets the server of the slot, or starts a new one. */
async function serverAt(
  slot: ServerSlot,
  wish: ServerOptions,
  settings: Settings,
): Promise<VSCodeServer> {
  const key = JSON.stringify(wish);
  if (slot.standing?.wish === key) {
    await slot.standing.server.startOver(settings);
    return slot.standing.server;
  }
  await slot.standing?.server.stop();
  delete slot.standing;
  const server = await startVSCode({
    settings,
    extensions: inject('extensions'),
    builtInExtensions: inject(wish.typescriptServer ? 'builtInsWithServer' : 'builtIns'),
    workspaceTrust: wish.restricted,
    env: wish.env,
    port: slot.port,
  });
  slot.standing = { wish: key, server };
  return server;
}
