import { paths } from '../paths.ts';

/**
 * Where to go after signing in: the page in the location's state, from which the guard redirected, or the dashboard.
 * Never another site, and never the logout page.
 */
export function returnPath(state: unknown): string {
  const from = property(state, 'from');
  const pathname = property(from, 'pathname');
  // Two slashes or a backslash would start the address of another site.
  if (typeof pathname !== 'string' || !/^\/(?![/\\])/.test(pathname) || pathname.startsWith(paths.logout)) {
    return paths.dashboard;
  }
  return pathname + text(property(from, 'search')) + text(property(from, 'hash'));
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
