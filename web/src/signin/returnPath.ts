import { paths } from '../paths.ts';

/**
 * Where to go after signing in: the page in the location's state, from which the guard redirected, or the dashboard.
 * Never another site, and never the logout page.
 */
export function returnPath(state: unknown): string {
  const { pathname, search, hash } = Object(Object(state).from);
  // Two slashes or a backslash would start the address of another site.
  if (
    typeof pathname !== 'string' ||
    !/^\/(?![/\\])/.test(pathname) ||
    pathname.toLowerCase().startsWith(paths.logout)
  ) {
    return paths.dashboard;
  }
  return pathname + text(search) + text(hash);
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
