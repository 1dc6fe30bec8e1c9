/** Time for one thing that an agent does: large programs start slowly on a busy machine. */
export const STEP_MS = 120_000;

/** Time to get an agent from the registry, and a little more than npm itself has. */
export const INSTALL_MS = 300_000;
