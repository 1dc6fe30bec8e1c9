/** The limit for one step of an agent, since large programs start slowly on a busy machine. */
export const STEP_MS = 120_000;

/** The limit for an installation, which is a little longer than that of npm itself. */
export const INSTALL_MS = 300_000;
