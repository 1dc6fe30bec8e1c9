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
interface Place {
  readonly port: number;
  isTaken: boolean;
  standing?: { readonly wish: string; readonly server: VSCodeServer };
}

let places: readonly Place[] | undefined;

/** The places of this worker. Their servers end with it at the latest. */
function placesHere(): readonly Place[] {
  const ports = inject('ports')[Number(process.env['VITEST_POOL_ID']) - 1] ?? [];
  places ??= ports.map(port => ({ port, isTaken: false }));
  return places;
}

/** A server for a new window. */
export async function leaseServer(wish: ServerOptions, settings: Settings): Promise<ServerLease> {
  const place = placesHere().find(({ isTaken }) => !isTaken) ?? { port: 0, isTaken: false };
  place.isTaken = true;
  const server = await serverAt(place, wish, settings);
  return {
    server,
    end: async () => {
      const canGoOn = place.port !== 0 && (await server.windowsEnded());
      if (!canGoOn) {
        delete place.standing;
        await server.stop();
      }
      place.isTaken = false;
    },
  };
}

/** The one that stands there, as if it were new, or a new one. */
async function serverAt(
  place: Place,
  wish: ServerOptions,
  settings: Settings,
): Promise<VSCodeServer> {
  const key = JSON.stringify(wish);
  if (place.standing?.wish === key) {
    await place.standing.server.startOver(settings);
    return place.standing.server;
  }
  await place.standing?.server.stop();
  delete place.standing;
  const server = await startVSCode({
    settings,
    extensions: inject('extensions'),
    builtInExtensions: inject('builtIns'),
    workspaceTrust: wish.restricted,
    env: wish.env,
    port: place.port,
  });
  place.standing = { wish: key, server };
  return server;
}
