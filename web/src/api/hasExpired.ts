/** Whether an access token says that its time is over (`exp`, RFC 7519). False for one that says nothing we can read. */
export function hasExpired(token: string, now: number): boolean {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { exp } = Object(JSON.parse(atob(payload)));
    return typeof exp === 'number' && exp * 1000 <= now;
  } catch {
    return false;
  }
}
