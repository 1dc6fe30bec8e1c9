import { inject } from 'vitest';
import { startVSCode, type VSCodeServer } from '../harness/vscode/vscodeServer.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What a server is started with. Windows that want the same follow each other on one server. */
export interface ServerOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly restricted: boolean;
}

/** A server for one window, which finds nothing of earlier windows on it. */
export interface ServerLease {
  readonly server: VSCodeServer;
  /** The window is closed. */
  end(): Promise<void>;
}

/** A port at which a server stays from window to window: at one address, the browser keeps VS Code's compiled code. */
interface ServerSlot {
  readonly port: number;
  isTaken: boolean;
  standing?: { readonly wish: string; readonly server: VSCodeServer };
}

let slots: readonly ServerSlot[] | undefined;

/** The places of this worker. Their servers end with it at the latest. */
function placesHere(): readonly ServerSlot[] {
  const ports = inject('ports')[Number(process.env['VITEST_POOL_ID']) - 1] ?? [];
  slots ??= ports.map(port => ({ port, isTaken: false }));
  return slots;
}

/** A server for a new window. */
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

/** The one that stands there, as if it were new, or a new one. */
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
    builtInExtensions: inject('builtIns'),
    workspaceTrust: wish.restricted,
    env: wish.env,
    port: slot.port,
  });
  slot.standing = { wish: key, server };
  return server;
}
