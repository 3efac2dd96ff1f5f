import { DatabaseUnavailable } from './guardPool.ts';

/** Node's codes for a connection that was refused, lost or never made. */
const NETWORK = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/**
 * PostgreSQL's codes (appendix A of its manual): connection lost, authentication failed, no such database, insufficient
 * resources such as a full disk, operator intervention (statement timeout, startup, shutdown), system error; deadlock,
 * lock timeout, idle transaction timeout; a standby that cannot write yet.
 */
const SQLSTATE = /^(08|28|3D|53|57|58)...$|^(40001|40P01|55P03|25P03|25006)$/;
/** Errors of pg and its pool, which have no code. */
const MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;
/** SQLite's primary result codes: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const SQLITE = new Set([5, 6, 8, 10, 13, 14]);

/**
 * Whether the database was unavailable (unreachable, overloaded, out of space), so that a retry may succeed; false for
 * errors in the query.
 */
export function isUnavailable(error: Error & { code?: unknown; errcode?: unknown }): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const code = typeof error.code === 'string' ? error.code : '';
  if (NETWORK.test(code) || SQLSTATE.test(code) || MESSAGES.test(error.message)) return true;
  // Extended codes keep the primary one in their lowest byte.
  return code === 'ERR_SQLITE_ERROR' && typeof error.errcode === 'number' && SQLITE.has(error.errcode & 0xff);
}
