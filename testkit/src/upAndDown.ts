import { once } from 'node:events';
import type { Server } from 'node:http';

/** A peer on 127.0.0.1 that a test can stop and start again on the same port. */
export interface UpAndDown {
  port: number;
  /** Closes the port until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server. */
export async function upAndDown(server: Server): Promise<UpAndDown> {
  let port = 0;
  const up = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object' && address) port = address.port;
  };
  const down = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  await up();
  return { port, up, down, stop: () => (server.listening ? down() : Promise.resolve()) };
}
