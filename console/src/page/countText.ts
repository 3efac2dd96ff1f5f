/** A number as one reads it: 10,000. */
export const numberText = (value: number): string => value.toLocaleString('en-US');

/** A number with its noun: "1 question", "2 questions". */
export const countText = (count: number, noun: string): string =>
  `${numberText(count)} ${count === 1 ? noun : `${noun}s`}`;

/** Several of them, "2 answers, 1 vote", without those that are none. */
export const countsText = (counts: readonly (readonly [count: number, noun: string])[]): string =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => countText(count, noun))
    .join(', ');

/** "1 person", "2 people". */
export const peopleText = (count: number): string => `${numberText(count)} ${count === 1 ? 'person' : 'people'}`;

/** A number with its noun and with how many of them are of confirmed accounts: "5 upvotes, 3 confirmed". */
export const bothCountsText = (count: number, confirmed: number | undefined, noun: string): string =>
  countText(count, noun) + (count === 0 || confirmed === undefined ? '' : `, ${numberText(confirmed)} confirmed`);
