import type { lookup } from 'node:dns';
import { createServer } from 'node:https';
import { listenLocally } from '@companion/testkit/listenLocally';
import { selfSignedCertificate } from '@companion/testkit/selfSignedCertificate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFetchPublic } from './fetchPublic.ts';

const { key, cert } = selfSignedCertificate();
const asked: string[] = [];
const server = createServer({ key, cert }, (request, response) => {
  asked.push(request.url ?? '');
  const [, action, target] = /^\/(to|size)\/(.*)$/.exec(request.url ?? '') ?? [];
  if (action === 'to') response.writeHead(302, { location: decodeURIComponent(target ?? '') }).end();
  else if (action === 'size') response.end(Buffer.alloc(Number(target)));
  else if (request.url === '/upgrade')
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  else response.end('a schedule');
});
let port = 0;
beforeAll(async () => {
  port = await listenLocally(server);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const WANTED = { accept: 'application/json', maxBytes: 1024 * 1024 };

/** A lookup that answers with these addresses, one after the other, whatever the host is. */
function lookupOf(answers: string[]) {
  const hosts: string[] = [];
  const fake = (host: string, _: unknown, done: (error: null, found: object[]) => void) => {
    hosts.push(host);
    done(null, [{ address: answers.shift() ?? '10.0.0.1', family: 4 }]);
  };
  // Only the form with options that list all addresses is used.
  return { hosts, lookup: fake as unknown as typeof lookup };
}

/** The test's own server stands for one on the public internet. */
const allows = (address: string) => address === '127.0.0.1';
const redirect = (to: string) => `https://127.0.0.1:${port}/to/${encodeURIComponent(to)}`;

test.each([
  ['https://10.1.2.3/schedule.json', '10.1.2.3'],
  ['https://169.254.169.254/latest/meta-data', '169.254.169.254'],
  ['https://[::1]/', '::1'],
  ['https://[fd00::1]/', 'fd00::1'],
  ['https://2130706433/', '127.0.0.1'],
])('fetchPublic: a redirect to %s is not followed', async (to, host) => {
  const others = (address: string) => allows(address) && host !== address;
  const fetchOnce = makeFetchPublic(WANTED, {
    ca: cert,
    // The first request is to the server of the test.
    allows: host === '127.0.0.1' ? onceThen(others) : allows,
  });
  expect(await fetchOnce(redirect(to))).toEqual({
    error: `is not fetched: ${host} is not an address on the public internet`,
  });
});

function onceThen(rest: (address: string) => boolean) {
  let isFirst = true;
  return (address: string) => {
    if (!isFirst) return rest(address);
    isFirst = false;
    return true;
  };
}

test('fetchPublic: a host whose DNS changes after the check is not looked up again for the connection', async () => {
  const { hosts, lookup: find } = lookupOf(['127.0.0.1', '10.0.0.1', '10.0.0.1']);

  const found = await makeFetchPublic(WANTED, { ca: cert, allows, lookup: find })(`https://localhost:${port}/data`);

  expect(found).toEqual({ bytes: Buffer.from('a schedule') });
  expect(hosts).toEqual(['localhost']);
});

test('fetchPublic: a host that DNS moves inside between two requests is not fetched', async () => {
  const { lookup: find } = lookupOf(['127.0.0.1', '10.0.0.1']);
  const before = asked.length;

  const fetched = makeFetchPublic(WANTED, { ca: cert, allows, lookup: find });

  expect(await fetched(`https://localhost:${port}/to/%2Fdata`)).toEqual({
    error: 'is not fetched: localhost (10.0.0.1) is not an address on the public internet',
  });
  expect(asked.slice(before)).toEqual(['/to/%2Fdata']);
});

test('fetchPublic: other protocols and larger answers are rejected', async () => {
  const fetched = makeFetchPublic(WANTED, { ca: cert, allows });
  expect(await fetched('file:///etc/passwd')).toEqual({ error: 'is not an https address' });
  expect(await fetched(redirect('file:///etc/passwd'))).toEqual({
    error: 'is redirected to file:///etc/passwd, which is not https',
  });
  expect(await fetched(`https://127.0.0.1:${port}/size/${WANTED.maxBytes + 1}`)).toEqual({
    error: 'is larger than 1 MB',
  });
  expect(await fetched(`https://127.0.0.1:${port}/size/${WANTED.maxBytes}`)).toEqual({
    bytes: Buffer.alloc(WANTED.maxBytes),
  });
});

test('fetchPublic: a server that changes the protocol is an error, and not waited for without an end', async () => {
  expect(await makeFetchPublic(WANTED, { ca: cert, allows })(`https://127.0.0.1:${port}/upgrade`)).toEqual({
    error: 'cannot be fetched: the connection was closed without an answer',
  });
});
