import { access } from 'node:fs/promises';

/** Whether something exists at a path, with links followed. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
