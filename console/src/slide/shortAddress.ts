/** The sizes of a text in cqmin. The smallest is one that the hall can read from 20 m. */
interface Sizes {
  largest: number;
  smallest: number;
  /** The larger, the more room a long text takes. */
  room: number;
}

/** The size of a text that takes about the same room whatever its length, as CSS. */
export const textSize = (text: string, { largest, smallest, room }: Sizes): string =>
  `${Math.max(smallest, Math.min(largest, room / Math.sqrt(text.length))).toFixed(2)}cqmin`;

/** An address as one types it. */
export const shortAddress = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');
