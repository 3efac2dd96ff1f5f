import type { NetworkConditions } from './networkConditions.ts';

/** The payload of a usual TCP packet. */
const PACKET_BYTES = 1460;
/** TCP waits at least this long before it sends a packet again. */
const MIN_RETRANSMISSION_MS = 200;

/** One direction of a network: computes when bytes arrive. All connections share its rate. */
export class NetworkLink {
  conditions: NetworkConditions = {};
  readonly #name: string;
  readonly #random: (name: string) => number;
  /** When the last packet has left. */
  #freeAt = 0;

  constructor(name: string, random: (name: string) => number) {
    this.#name = name;
    this.#random = random;
  }

  /** Splits the bytes into packets, each with the time of its arrival. */
  send(bytes: Buffer, now: number): { packet: Buffer; at: number }[] {
    const { latencyMs = 0, bytesPerSecond = Number.POSITIVE_INFINITY, packetLoss = 0 } = this.conditions;
    const sent = [];
    for (let start = 0; start < bytes.length; start += PACKET_BYTES) {
      const packet = bytes.subarray(start, start + PACKET_BYTES);
      this.#freeAt = Math.max(this.#freeAt, now) + (packet.length / bytesPerSecond) * 1000;
      let at = this.#freeAt + latencyMs;
      while (packetLoss > 0 && this.#random(this.#name) < packetLoss) at += MIN_RETRANSMISSION_MS + 2 * latencyMs;
      sent.push({ packet, at });
    }
    return sent;
  }
}
