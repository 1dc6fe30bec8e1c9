/** The favorite values of each picker, by `favoritesKey`. They come first in the picker's list. */
export type Favorites = Readonly<Record<string, readonly string[]>>;

/** Adds or removes a favorite value of a picker. */
export interface FavoriteChange {
  readonly picker: string;
  readonly value: string;
  readonly liked: boolean;
}

const VALUE_LIMIT = 50;
const PICKER_LIMIT = 200;

export const AGENTS_KEY = 'agents';
export const favoritesKey = (agentId: string, pickerId: string): string => `${agentId} ${pickerId}`;

/** Returns the favorites after a change; the newest is last. */
export function withFavoriteChange(
  favorites: Favorites,
  { picker, value, liked }: FavoriteChange,
): Favorites {
  const { [picker]: before = [], ...others } = favorites;
  const values = [...before.filter(other => other !== value), ...(liked ? [value] : [])];
  const kept = Object.entries(others).slice(-PICKER_LIMIT + 1);
  return Object.fromEntries(
    values.length === 0 ? kept : [...kept, [picker, values.slice(-VALUE_LIMIT)]],
  );
}
