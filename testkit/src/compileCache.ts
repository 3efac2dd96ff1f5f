import path from 'node:path';

/** Node keeps what it has compiled there: the next process or thread of the same program starts in half the time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../../.cache/compiled') };
