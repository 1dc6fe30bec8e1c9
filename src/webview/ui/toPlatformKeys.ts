import { toMacKeys } from '../../core/text/toMacKeys.ts';

/** Names keys as on the user's platform. */
export const toPlatformKeys = (keys: string): string =>
  navigator.userAgent.includes('Mac') ? toMacKeys(keys) : keys;
