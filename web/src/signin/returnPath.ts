import { paths } from '../paths.ts';

/**
 * Where to go after signing in: the page that the guard turned away, as it left it in the location's state, else home.
 * Never another site, and never the page that signs out.
 */
export function returnPath(state: unknown): string {
  const from = property(state, 'from');
  const pathname = property(from, 'pathname');
  // Two slashes or a backslash would begin the address of another site.
  if (typeof pathname !== 'string' || !/^\/(?![/\\])/.test(pathname) || pathname.startsWith(paths.logout)) {
    return paths.dashboard;
  }
  return pathname + text(property(from, 'search')) + text(property(from, 'hash'));
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
