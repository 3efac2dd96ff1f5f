import type { FastifyRequest } from 'fastify';

/** One JSON line an event; no token, code or phone number enters it (decisions). */
export const loggerOptions = (level: string) => ({
  level,
  serializers: {
    // A sign-in link or a prefilled phone stands in the query: the log has the path only, and no header.
    req: (request: FastifyRequest) => ({ method: request.method, path: request.url?.split('?')[0] }),
    // A database error repeats values in its `detail`, and validation errors in their `input`.
    err: (error: Error & { code?: string }) => ({
      type: error.name,
      message: error.message,
      code: error.code,
      stack: error.stack ?? '',
    }),
  },
});
