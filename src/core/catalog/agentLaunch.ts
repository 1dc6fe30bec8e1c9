/** How to connect to an agent: a program to start, or a URL. */
export type AgentLaunch =
  | {
      readonly kind: 'command';
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | ({
      readonly kind: 'remote';
      readonly name: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    } & RemotePermissions);

/** What the user allows a remote agent to do on this machine. Nothing of it is allowed by default. */
export interface RemotePermissions {
  /** The agent can run commands here; each one is confirmed. */
  readonly allowTerminal?: boolean | undefined;
  /** The agent can write files here. */
  readonly allowWrite?: boolean | undefined;
  /** The connection need not be encrypted. */
  readonly allowInsecure?: boolean | undefined;
}
