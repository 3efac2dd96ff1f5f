import { shareOf } from '@companion/contract/pollFigures';

/** The share of a choice among those who answered, as `12%`. */
export const shareText = (count: number, n: number): string => `${shareOf(count, n)}%`;
