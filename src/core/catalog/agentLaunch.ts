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
  | {
      readonly kind: 'remote';
      readonly name: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };
