import { paths } from '../paths.ts';

/** Which screen of the menu the address belongs to: the one with the longest path that it begins with. */
export const currentPath = (pathname: string, menu: readonly string[]): string | undefined =>
  menu
    // Overview is above every other screen.
    .filter((path) => pathname === path || (path !== paths.overview && pathname.startsWith(`${path}/`)))
    .sort((one, other) => other.length - one.length)[0];
