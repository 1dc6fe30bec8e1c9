import { useEffect, useState } from 'preact/hooks';

/** How many regions with a label are on the page, by their numbers. */
const usedNumbers = new Map<string, Set<number>>();

/**
 * The number of a region among those with the same label, from 1. Screen readers list regions by their labels, which
 * must therefore differ.
 */
export function useUniqueLabel(label: string): number {
  const [number, setNumber] = useState(1);
  useEffect(() => {
    const used = usedNumbers.get(label) ?? new Set();
    usedNumbers.set(label, used);
    let free = 1;
    while (used.has(free)) {
      free += 1;
    }
    used.add(free);
    setNumber(free);
    return () => void used.delete(free);
  }, [label]);
  return number;
}
