/** How far simulation and server may differ: the server's machine does other work, too, and its garbage collector. */
const FACTOR = 2;
/** Below this, in milliseconds, a difference is noise. */
const NOISE_MS = 50;

/** A figure of the server and of the simulation. */
export interface Compared {
  figure: string;
  measured?: number | undefined;
  simulated: number;
  isExact?: boolean;
}

/** Whether two figures agree. */
export function agree({ measured = Number.NaN, simulated, isExact = false }: Omit<Compared, 'figure'>): boolean {
  if (isExact) return measured === simulated;
  const [low, high] = [Math.min(measured, simulated), Math.max(measured, simulated)];
  return high <= FACTOR * low || high - low <= NOISE_MS;
}
