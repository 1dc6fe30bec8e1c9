import * as z from 'zod';
import { SKIP_REASONS } from './snapshot.ts';

/** A snapshot on disk. */
export const snapshotSchema = z.object({
  root: z.string(),
  tree: z.string(),
  permissions: z.string().exactOptional(),
  takenAtMs: z.number().exactOptional(),
  skipped: z.array(
    z.object({
      path: z.string(),
      reason: z.enum(SKIP_REASONS),
      sizeBytes: z.number().exactOptional(),
      mtimeMs: z.number().exactOptional(),
    }),
  ),
});
