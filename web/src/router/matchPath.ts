/**
 * Matches a path against a pattern such as `/polls/:campaignId`, without regard to case and to a slash at the end.
 * @returns the decoded parameters, or undefined
 */
export function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const [wanted, given] = [partsOf(pattern), partsOf(pathname)];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decode(given[index] ?? '');
    if (part.startsWith(':') && value) params[part.slice(1)] = value;
    else if (part.toLowerCase() !== value.toLowerCase()) return undefined;
  }
  return params;
}

const partsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/');

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray % in an address that someone typed.
    return part;
  }
}
