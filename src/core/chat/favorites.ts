/** The values that the user likes best, by picker: see `favoritesKey`. They stand first in their lists. */
export type Favorites = Readonly<Record<string, readonly string[]>>;

/** Whether a value of a picker is to be a favourite from now on. */
export interface FavoriteChange {
  readonly picker: string;
  readonly value: string;
  readonly liked: boolean;
}

/** More than these are no favourites. */
const MOST_VALUES = 50;
const MOST_PICKERS = 200;

/** The picker of agents; those of an agent bear its name. */
export const AGENTS_KEY = 'agents';
export const favoritesKey = (agentId: string, pickerId: string): string => `${agentId} ${pickerId}`;

/** The favourites after a change; the newest stands last. */
export function withFavoriteChange(
  favourites: Favorites,
  { picker, value, liked }: FavoriteChange,
): Favorites {
  const { [picker]: before = [], ...others } = favourites;
  const values = [...before.filter(other => other !== value), ...(liked ? [value] : [])];
  const kept = Object.entries(others).slice(-MOST_PICKERS + 1);
  return Object.fromEntries(
    values.length === 0 ? kept : [...kept, [picker, values.slice(-MOST_VALUES)]],
  );
}
