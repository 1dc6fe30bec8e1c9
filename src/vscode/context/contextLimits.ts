import { DEFAULT_EMBED_LIMIT_KB, limitsOf, type Limits } from '../../core/prompt/limits.ts';
import { setting } from '../settings.ts';

/** The limits as the user has set them. */
export const contextLimits = (): Limits =>
  limitsOf(setting('context.embedLimitKb') ?? DEFAULT_EMBED_LIMIT_KB);
