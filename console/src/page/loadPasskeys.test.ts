import { afterEach, expect, test, vi } from 'vitest';
import { passkeyProblem } from './loadPasskeys.ts';

afterEach(() => vi.unstubAllGlobals());

const at = (address: string) => passkeyProblem(new URL(address));

test('passkeys: at an address with a number the message says which setting helps', () => {
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: () => ({}) });
  expect(at('http://127.0.0.1:3000/console')).toMatch(/address with a name.* APP_URL=http:\/\/localhost:3000$/);
  expect(at('http://[::1]:3000/console')).toContain('APP_URL=http://localhost:3000');
  expect(at('https://192.0.2.7/console')).toContain('APP_URL=https://');
  expect(at('http://localhost:3000/console')).toBeUndefined();
  expect(at('https://summit.example.com/console')).toBeUndefined();
});

test('passkeys: a browser without them, or from before they could be sent as JSON, is named as the reason', () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  expect(at('https://summit.example.com')).toContain('too old');
  vi.stubGlobal('PublicKeyCredential', class {});
  expect(at('https://summit.example.com')).toContain('too old');
});
