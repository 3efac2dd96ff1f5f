import { expect, test } from 'vitest';
import { findPushHost, readPushHosts } from './readPushHosts.ts';

const { hosts } = readPushHosts('fcm.googleapis.com, *.push.apple.com, push.example.com:8443,own.example.com:443');

test.each([
  'https://fcm.googleapis.com/fcm/send/a:b',
  'https://web.push.apple.com/QNf',
  'https://a.b.push.apple.com/QNf',
  'https://push.example.com:8443/a',
  'https://own.example.com/a',
])('push hosts: %s may be contacted', (endpoint) => {
  expect(findPushHost(hosts, endpoint)).toBeDefined();
});

test.each([
  ...['http://fcm.googleapis.com/a', 'https://fcm.googleapis.com:8443/a', 'https://fcm.googleapis.com.example.org/a'],
  ...[
    'https://example.org/fcm.googleapis.com',
    'https://fcm.googleapis.com@example.org/',
    'https://x.fcm.googleapis.com/',
  ],
  ...['https://push.apple.com/a', 'https://evilpush.apple.com/a', 'https://user:word@fcm.googleapis.com/a'],
  ...['https://push.example.com/a', 'https://push.example.com:8444/a', 'https://fcm.googleapis.com./a'],
  ...['https://127.0.0.1/a', 'https://[::1]/a', 'https://localhost/a', 'https://2130706433/a', 'file:///etc/passwd'],
  ...['https://fcm.googleapis.com/a#b', 'https://fcm.googleapis.com/a#', '//fcm.googleapis.com/a', 'nothing', ''],
  // Other spellings of allowed addresses, and of addresses of this machine.
  ...['https://FCM.googleapis.com/a', 'https://fcm.googleapis.com:443/a', 'https://fcm.googleapis.com'],
  ...[
    ' https://fcm.googleapis.com/a',
    'https://fcm.goo\ngleapis.com/a',
    'https:\\\\fcm.googleapis.com/a',
    'https:fcm.googleapis.com/a',
  ],
  ...['https://fcm。googleapis.com/a', 'https://fcm.googleapis.com%00.example.org/a', 'https://@fcm.googleapis.com/a'],
  ...['https://0x7f.1/a', 'https://017700000001/a', 'https://[::ffff:127.0.0.1]/a', 'https://[::ffff:7f00:1]/a'],
  ...['https://xn--push-apple-com.example/a', 'https://push.apple.com.:443/a'],
])('push hosts: %s may not be contacted', (endpoint) => {
  expect(findPushHost(hosts, endpoint)).toBeUndefined();
});

test('push hosts: none is no host, and what is no host is named', () => {
  expect(readPushHosts('none')).toEqual({ hosts: [], wrong: [] });
  const wrong = ['https://x.example', '*', '*.com', 'a b', 'x.example:99999', '*.*.example.com', 'x..example'];
  expect(readPushHosts(wrong.join(','))).toEqual({ hosts: [], wrong });
});
