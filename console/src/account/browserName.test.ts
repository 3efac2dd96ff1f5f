import { expect, test } from 'vitest';
import { browserName } from './browserName.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${MAC} Chrome/150.0.0.0 Safari/537.36`, 'Chrome on a Mac'],
  [`${MAC} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`, 'Edge on a Mac'],
  [`${IPHONE} Version/19.0 Mobile/15E148 Safari/604.1`, 'Safari on an iPhone'],
  [`${IPHONE} CriOS/150.0 Mobile/15E148 Safari/604.1`, 'Chrome on an iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Windows'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/9.0', 'A browser'],
  ['', 'A browser'],
])('browser: %s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
