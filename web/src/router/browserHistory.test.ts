import { expect, test, vi } from 'vitest';
import { navigate } from './browserHistory.ts';

const ORIGIN = 'https://summit.example';

/** A browser that refuses new entries of its history, so that the page itself is loaded. */
function refuseEntries() {
  const loaded: string[] = [];
  const load = (address: unknown) => void loaded.push(String(address));
  const refuse = () => {
    throw new Error('too many entries');
  };
  vi.stubGlobal('window', {
    location: { origin: ORIGIN, href: `${ORIGIN}//evil.example/`, assign: load, replace: load },
    history: { state: { usr: null, key: 'first', idx: 0 }, pushState: refuse, replaceState: refuse },
  });
  return loaded;
}

test.each(['/login?x=1#y', '//evil.example/', '/\\evil.example/', '/\t/evil.example/', '/.//evil.example/'])(
  'navigate: %j stays on the own origin',
  (to) => {
    const loaded = refuseEntries();
    navigate(to);
    navigate(to, { replace: true });
    expect(loaded).toHaveLength(2);
    expect(loaded.map((address) => new URL(address).origin)).toEqual([ORIGIN, ORIGIN]);
  },
);

test.each(['https://evil.example/', 'javascript:alert(1)', '\\\\evil.example', '@evil.example', ''])(
  'navigate: %j is not an address of the app',
  (to) => {
    const loaded = refuseEntries();
    expect(() => navigate(to)).toThrow('Not an address of the app');
    expect(loaded).toEqual([]);
  },
);
