/** Whether an access token has expired by its own claim (`exp`, RFC 7519). False if it has no readable claim. */
export function hasExpired(token: string, now: number): boolean {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { exp } = Object(JSON.parse(atob(payload)));
    return typeof exp === 'number' && exp * 1000 <= now;
  } catch {
    return false;
  }
}
