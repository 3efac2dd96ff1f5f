import { once } from 'node:events';
import net from 'node:net';
import { BadConnection } from './badConnection.ts';
import type { NetworkConditions, NetworkFault, NetworkRequest } from './networkConditions.ts';
import { NetworkLink } from './networkLink.ts';
import { repeatableRandom } from './repeatableRandom.ts';
import { sparePort } from './sparePort.ts';

export interface BadNetwork {
  /** The address under which clients reach the server through this network. */
  url: string;
  /** The requests so far, and what happened to them. */
  requests: readonly (NetworkRequest & { fault?: NetworkFault })[];
  /**
   * Sets the conditions for the next requests; `{}` is a good network. What is on the way keeps its conditions: a
   * stalled request stays stalled, as after a change of network.
   */
  use(conditions: NetworkConditions): void;
  /** Resets all open connections. */
  disconnect(): void;
  stop(): Promise<void>;
}

/**
 * Starts a TCP proxy on 127.0.0.1 that behaves like a bad network. It understands just enough of HTTP/1.1 to separate
 * one request from the next; TLS it passes on as one request per connection.
 * @param target the server's address
 * @param seed with the same seed the same thing happens to the n-th request for a path, in whatever order the paths
 *   are requested
 */
export async function startBadNetwork(target: string, seed = 1): Promise<BadNetwork> {
  const { hostname, port } = new URL(target);
  const requests: BadNetwork['requests'][number][] = [];
  const connections = new Set<BadConnection>();
  const random = repeatableRandom(seed);
  let conditions: NetworkConditions = {};
  const links = { up: new NetworkLink('up', random), down: new NetworkLink('down', random) };

  const begin = (request: NetworkRequest) => {
    const fault = conditions.only?.(request) === false ? undefined : drawFault(conditions, random(address(request)));
    requests.push({ ...request, ...(fault && { fault }) });
    return fault;
  };
  const server = net.createServer((client) => {
    const connection = new BadConnection(client, { connect: () => net.connect(Number(port), hostname), begin, links });
    connections.add(connection);
    client.once('close', () => connections.delete(connection));
  });
  const ownPort = await sparePort();
  server.listen(ownPort, '127.0.0.1');
  await once(server, 'listening');
  const disconnect = () => {
    for (const connection of connections) connection.reset();
  };
  return {
    url: `http://127.0.0.1:${ownPort}`,
    requests,
    use: (next) => {
      conditions = next;
      links.up.conditions = next;
      links.down.conditions = next;
    },
    disconnect,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      disconnect();
      await closed;
    },
  };
}

const address = ({ method, path }: NetworkRequest) => `${method} ${path}`;

function drawFault({ faults = {} }: NetworkConditions, drawn: number): NetworkFault | undefined {
  let rest = drawn;
  for (const [fault, share] of Object.entries(faults)) {
    rest -= share;
    // The keys of the record are faults.
    if (rest < 0) return fault as NetworkFault;
  }
  return undefined;
}
