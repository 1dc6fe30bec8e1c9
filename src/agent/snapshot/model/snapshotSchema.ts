import { z } from 'zod';

/** A snapshot on disk. */
export const snapshotSchema = z.object({
  root: z.string(),
  tree: z.string(),
  permissions: z.string().exactOptional(),
  skipped: z.array(
    z.object({
      path: z.string(),
      reason: z.enum(['tooLarge', 'unreadable', 'nameNotUtf8', 'tooManyFiles']),
      sizeBytes: z.number().exactOptional(),
      mtimeMs: z.number().exactOptional(),
    }),
  ),
});
