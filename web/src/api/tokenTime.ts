/** A time in an access token (RFC 7519), in milliseconds since 1970. Undefined if the token has no readable one. */
export function readTokenTime(token: string, name: 'exp' | 'iat'): number | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const seconds: unknown = Object(JSON.parse(atob(payload)))[name];
    return typeof seconds === 'number' ? seconds * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an access token has expired by its own claim. False if it has no readable one. */
export const hasExpired = (token: string, now: number): boolean => (readTokenTime(token, 'exp') ?? Infinity) <= now;
