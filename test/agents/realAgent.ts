/** An agent of somebody else's, as it comes from the npm registry, and how it is made to work on a model of ours. */
export interface RealAgent {
  /** Names its folder in the cache, its tests and its fixtures. */
  readonly id: string;
  readonly name: string;
  /** The agent itself, in its exact version, and what it needs beside it. */
  readonly packages: readonly [string, ...string[]];
  /** Its program, below `node_modules`. A script runs on the harness's Node. */
  readonly program: string;
  readonly args?: readonly string[];
  /** The variables that point it at the model and keep it quiet. */
  env?(environment: AgentEnvironment): Readonly<Record<string, string>>;
  /** Files of its own home folder, by their path in it. */
  files?(environment: AgentEnvironment): Readonly<Record<string, string>>;
  /** What it does in its own way, as far as the runs must know. */
  readonly quirks?: RunQuirks;
}

/** Where an agent runs. */
export interface AgentEnvironment {
  /** The model's address, without a path. */
  readonly model: string;
  readonly home: string;
  /** Where its packages are: the folder with `node_modules`. */
  readonly install: string;
}

/** Where an agent does not do as most do. */
export interface RunQuirks {
  /** The mode in which it asks before it acts, if it starts in another one. */
  readonly askingMode?: string;
  /** Its commands run in a box where nothing can be written, unless the model asks to leave it. */
  readonly isBoxed?: true;
  /** It never asks before it acts, and so cannot be told no. */
  readonly neverAsks?: true;
  /** It shows nothing of what a command prints. */
  readonly hidesOutput?: true;
  /** It loses a session that is loaded within the minute in which it began. */
  readonly forgetsWithinMinute?: true;
  /** It leaves out the line break at the end of a new file. */
  readonly losesLastNewline?: true;
  /** It writes the place of a selection in its own way. */
  readonly placeOf?: (file: string, line: number) => string;
}

/** The exact version of the agent itself. */
export const versionOf = ({ packages: [spec] }: RealAgent): string =>
  spec.slice(spec.lastIndexOf('@') + 1);
