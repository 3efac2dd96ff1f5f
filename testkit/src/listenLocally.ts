import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Starts a server on a spare port of 127.0.0.1. Returns the port. */
export async function listenLocally(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server on a TCP port has an AddressInfo.
  return (server.address() as AddressInfo).port;
}
