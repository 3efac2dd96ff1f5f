import type { FastifyRequest } from 'fastify';

/** Whether the request comes from this machine and not through a proxy, if the proxy sets the usual headers. */
export const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
