/** A third-party agent from the npm registry, and how it is configured to use our model. */
export interface RealAgent {
  /** The name of its folder in the cache, of its tests and of its fixtures. */
  readonly id: string;
  readonly name: string;
  /** The agent itself, in its exact version, and what it needs beside it. */
  readonly packages: readonly [string, ...string[]];
  /** Its program, below `node_modules`. A script runs on the harness's Node. */
  readonly program: string;
  readonly args?: readonly string[];
  /** The variables that configure the model and turn off telemetry and updates. */
  env?(environment: AgentEnvironment): Readonly<Record<string, string>>;
  /** Files of its own home folder, by their path in it. */
  files?(environment: AgentEnvironment): Readonly<Record<string, string>>;
  /** Deviations that the tests must know. */
  readonly quirks?: RunQuirks;
  /** The scripted model starts a sub-agent with a tool of this agent. With other agents it is not tried. */
  readonly hasSubagents?: true;
  /** The version of the protocol that is offered to it. */
  readonly protocolVersion?: 2;
  /** The agent whose installation it uses, if it is the same program. */
  readonly installedAs?: string;
}

/** Where an agent runs. */
export interface AgentEnvironment {
  /** The model's address, without a path. */
  readonly model: string;
  readonly home: string;
  /** Where its packages are: the folder with `node_modules`. */
  readonly install: string;
}

/** Deviations of an agent from what most agents do. */
export interface RunQuirks {
  /** A picker that has to be set first, so that it asks before it acts or is able to act. */
  readonly firstPicker?: readonly [id: string, value: string];
  /** Its commands run in a read-only sandbox, unless the model asks to leave it. */
  readonly isBoxed?: true;
  /** It never requests permission, so that nothing can be rejected. */
  readonly neverAsks?: true;
  /** It does not send the output of commands. */
  readonly hidesOutput?: true;
  /** It cannot load a session within a minute after its start. */
  readonly forgetsWithinMinute?: true;
  /** It sends the text of its model only when the response is complete. */
  readonly buffersText?: true;
  /** It passes on the whole file of a selection that it gets as a link. */
  readonly readsLinks?: true;
  /** It omits the line break at the end of a new file. */
  readonly losesLastNewline?: true;
  /** The version that it reports, if it is not that of its package. */
  readonly reportsVersion?: string;
  /** It formats the location of a selection in its own way. */
  readonly placeOf?: (file: string, line: number) => string;
}

/** The exact version of the agent itself. */
export const versionOf = ({ packages: [spec] }: RealAgent): string =>
  spec.slice(spec.lastIndexOf('@') + 1);
