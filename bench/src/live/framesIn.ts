/** A frame of a stream. */
export interface Frame {
  event: string;
  data: string;
  /** How many answers a frame of results counts; 0 for another. */
  n: number;
}

const FRAME = /event: (\w+)\ndata: (.*)\n/g;
const MAX_KNOWN = 1_000;

/** By the text: thousands of phones receive the same one. */
const known = new Map<string, Frame[]>();

/** The frames of what has arrived on a stream. */
export function framesIn(text: string): Frame[] {
  const found = known.get(text);
  if (found) return found;
  const frames = [...text.matchAll(FRAME)].map(([, event = '', data = '']) => ({
    event,
    data,
    n: event === 'results' ? Number(/"n":(\d+)/.exec(data)?.[1] ?? 0) : 0,
  }));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, frames);
  return frames;
}
