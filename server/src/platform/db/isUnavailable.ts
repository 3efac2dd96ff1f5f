import { DatabaseUnavailable } from './guardPool.ts';

/** Node's own, of a connection that was refused, lost or never made. */
const NETWORK = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/**
 * PostgreSQL's (appendix A of its manual): connection lost, not let in, no such database, out of resources (a full
 * disk among them), stopped or cut by its operator (statement time-out, start, shutdown), system error; a deadlock, a
 * lock not had in time, a transaction that idled too long; a standby that took over and cannot write yet.
 */
const SQLSTATE = /^(08|28|3D|53|57|58)...$|^(40001|40P01|55P03|25P03|25006)$/;
/** pg and its pool say these without a code. */
const WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;
/** SQLite's primary result codes: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const SQLITE = new Set([5, 6, 8, 10, 13, 14]);

/**
 * Whether the database could not do its work just now (away, overloaded, out of space), so that asking again later may
 * succeed; false for what is wrong with the query.
 */
export function isUnavailable(error: Error & { code?: unknown; errcode?: unknown }): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const code = typeof error.code === 'string' ? error.code : '';
  if (NETWORK.test(code) || SQLSTATE.test(code) || WORDS.test(error.message)) return true;
  // Extended codes keep the primary one in their lowest byte.
  return code === 'ERR_SQLITE_ERROR' && typeof error.errcode === 'number' && SQLITE.has(error.errcode & 0xff);
}
