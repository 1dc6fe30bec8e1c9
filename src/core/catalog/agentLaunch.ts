/** How to reach an agent: a program to start, or an address to call. */
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
