const compact = new Intl.NumberFormat(undefined, { notation: 'compact' });

/** For example `12K`. */
export const formatTokenCount = (count: number): string => compact.format(count);
