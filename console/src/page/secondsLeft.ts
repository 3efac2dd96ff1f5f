/** The whole seconds until a time, by the server's clock: 0 once it is over. */
export const secondsLeft = (closesAt: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(closesAt) - now) / 1000));
