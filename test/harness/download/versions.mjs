// @ts-check
/**
 * What the harness takes from the npm registry, each in its exact version. All of it lands in the user's cache folder,
 * none of it in the project: see `cache.mjs`.
 */
export const versions = {
  /** VS Code 1.139.1 as a server with its web workbench. */
  vscode: '4.139.1',
  /** Runs VS Code and the development tools where the machine's own Node is older. */
  node: '24.21.0',
  /** The browser for machines that have none. */
  chromium: '153.0.0',
};

/** The oldest Node that can start the harness, as in `engines` of package.json. */
export const minimumNode = [20, 19];

/** The oldest Node that VS Code's server and the harness itself run on. */
export const harnessNode = [24, 0];
