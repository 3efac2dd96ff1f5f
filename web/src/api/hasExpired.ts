import { readTokenTime } from './readTokenTime.ts';

/** Whether an access token has expired by its own claim. False if it has no readable one. */
export const hasExpired = (token: string, now: number): boolean => (readTokenTime(token, 'exp') ?? Infinity) <= now;
