/** A number with its noun: "1 question", "2 questions". */
export const countText = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`;
