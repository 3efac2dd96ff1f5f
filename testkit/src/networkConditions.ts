/**
 * What may happen to a request and its answer:
 * - `drop`: the connection is reset, and the server gets nothing
 * - `loseAnswer`: the server answers, and the connection is reset before a byte of the answer arrives
 * - `cut`: the connection ends in the middle of the answer
 * - `hang`: the answer stops in the middle, and the connection stays open
 * - `stall`: the connection is accepted, and nothing ever gets through in either direction ("Lie-Fi")
 * - `unavailable`: a load balancer answers 503
 * - `portal`: a captive portal answers 200 with its page
 * - `redirect`: a captive portal redirects to another origin
 * - `empty`: 200 without a body
 */
export type NetworkFault =
  | 'drop'
  | 'loseAnswer'
  | 'cut'
  | 'hang'
  | 'stall'
  | 'unavailable'
  | 'portal'
  | 'redirect'
  | 'empty';

export interface NetworkRequest {
  method: string;
  /** Path and query. */
  path: string;
}

export interface NetworkConditions {
  /** The delay of a byte in one direction. A new connection costs two more. */
  latencyMs?: number;
  /** The rate that all connections share, per direction. */
  bytesPerSecond?: number;
  /** The share of packets that are lost. Each costs the time of its retransmission, as TCP would. */
  packetLoss?: number;
  /** The share of requests that each fault happens to, together at most 1. */
  faults?: Partial<Record<NetworkFault, number>>;
  /** The requests that the faults may happen to; by default all. */
  only?: (request: NetworkRequest) => boolean;
}

/** A phone with 3G reception. */
export const MOBILE_3G = { latencyMs: 75, bytesPerSecond: 1_600_000 / 8 } as const satisfies NetworkConditions;
