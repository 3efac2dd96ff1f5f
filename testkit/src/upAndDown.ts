import { once } from 'node:events';
import type { Server } from 'node:http';

/** A peer on 127.0.0.1 that a test can take away and bring back at the same port. */
export interface UpAndDown {
  port: number;
  /** Nobody listens on the port any more, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

/** Brings the server up for the first time. */
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
