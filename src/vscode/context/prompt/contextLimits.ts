import { createPromptLimits, type PromptLimits } from '../../../core/prompt/promptLimits.ts';
import { getSetting } from '../../settings.ts';

/** The limits as the user has set them. */
export const getContextLimits = (): PromptLimits =>
  createPromptLimits(getSetting('context.embedLimitKb'));
