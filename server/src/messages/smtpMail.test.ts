import { type SmtpPeer, startSmtpPeer } from '@companion/testkit/smtpPeer';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import type { Carrier } from './carrier.ts';
import type { Message } from './outbox.ts';
import { smtpMail } from './smtpMail.ts';

let peer: SmtpPeer;
let carrier: Carrier;
beforeAll(async () => {
  peer = await startSmtpPeer({ auth: true });
  carrier = carrierOf(peer.settings);
});
afterEach(() => {
  peer.answer('take');
  peer.taken.length = 0;
});
afterAll(async () => {
  carrier.close?.();
  await peer.stop();
});

const MESSAGE: Message = {
  id: '0e3c6c52-1111-4222-8333-444455556666',
  kind: 'mail',
  recipient: 'ada@example.com',
  subject: 'Sign in to Zoë’s <Summit>',
  text: 'Hello <b>Zoë</b>,\n\nopen this link:\n\nhttps://summit.example.com/?t=a-b_c&x=1\n\nfirst line\nsecond line',
  accountId: null,
  purpose: null,
  expiresAt: Number.MAX_SAFE_INTEGER,
};

function carrierOf(settings: SmtpPeer['settings']): Carrier {
  const { smtp } = readConfig(settings);
  if (!smtp) throw new Error('SMTP is not set');
  return smtpMail(smtp, 'https://summit.example.com');
}
/** Why it was not taken. */
async function refusalOf(by = carrier, message = MESSAGE) {
  const error: unknown = await by.deliver(message).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('It was taken');
  return { ...error, message: error.message };
}

test('a mail has its text, and the same as simple HTML in which text stays text and the link can be tapped', async () => {
  await carrier.deliver(MESSAGE);

  const [mail, ...more] = peer.taken;
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ from: 'summit@example.com', to: 'ada@example.com', text: MESSAGE.text });
  expect(mail?.headers).toMatchObject({
    from: 'Test Summit <summit@example.com>',
    to: 'ada@example.com',
    'message-id': `<${MESSAGE.id}@example.com>`,
    'auto-submitted': 'auto-generated',
    'content-type': expect.stringMatching(/^multipart\/alternative;/),
  });
  const link = 'https://summit.example.com/?t=a-b_c&amp;x=1';
  expect(mail?.html).toBe(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>
<p>Hello &lt;b&gt;Zoë&lt;/b&gt;,</p>
<p>open this link:</p>
<p><a href="${link}">${link}</a></p>
<p>first line<br>second line</p>
</body></html>`,
  );
});

test('an address with a comma, a line break or a second address reaches nobody else', async () => {
  for (const recipient of ['eve@example.com, ada@example.com', 'ada@example.com\r\nBcc: eve@example.com']) {
    await carrier.deliver({ ...MESSAGE, recipient }).catch(() => {});
  }

  expect(peer.taken.filter(({ to }) => ['eve@example.com', 'ada@example.com'].includes(to))).toEqual([]);
});

test('a mail whose answer was lost has the same Message-ID when it is sent again', async () => {
  peer.answer('take and cut');
  expect(await refusalOf()).toMatchObject({ fault: 'temporary' });
  peer.answer('take');
  await carrier.deliver(MESSAGE);

  expect(peer.taken.map(({ headers }) => headers['message-id'])).toEqual(Array(2).fill(`<${MESSAGE.id}@example.com>`));
});

test.each([
  ['rcpt', 450, 'temporary'],
  ['rcpt', 421, 'temporary'],
  ['rcpt', 550, 'recipient'],
  ['rcpt', 553, 'recipient'],
  ['data', 451, 'temporary'],
  ['data', 554, 'message'],
  ['from', 451, 'temporary'],
  ['from', 553, 'settings'],
  ['from', 530, 'settings'],
] as const)('at %s, %i is the fault of: %s', async (stage, code, fault) => {
  peer.answer(code, stage);

  const refusal = await refusalOf();

  expect(refusal).toMatchObject({ fault, code: String(code) });
  // The peer's own words repeat the address: none of them is passed on.
  expect(refusal.message).not.toMatch(/@(?!$)|ada|5\.1\.1/);
});

test('what is no address is the fault of the recipient, before anybody is asked', async () => {
  const asked = peer.asked();

  expect(await refusalOf(carrier, { ...MESSAGE, recipient: 'nobody' })).toMatchObject({ fault: 'recipient' });
  expect(peer.asked()).toBeLessThanOrEqual(asked + 1);
});

test('a wrong password is the fault of the settings, and the setting is named', async () => {
  const wrong = carrierOf({ ...peer.settings, SMTP_URL: peer.settings.SMTP_URL.replace('word@', 'wrong@') });

  expect(await refusalOf(wrong)).toMatchObject({
    fault: 'settings',
    code: '535',
    message: expect.stringMatching(/; see the user and password in SMTP_URL$/),
  });
  wrong.close?.();
});

test('a connection that breaks off, and a server that is not there, are temporary; then it works again', async () => {
  peer.answer('cut');
  expect(await refusalOf()).toMatchObject({ fault: 'temporary' });
  peer.answer('take');

  await peer.down();
  expect(await refusalOf()).toMatchObject({ fault: 'temporary' });
  await peer.up();
  await carrier.deliver(MESSAGE);
  expect(peer.taken).toHaveLength(1);
});

test('a server that offers TLS is spoken to in TLS, and one whose certificate nobody signed gets nothing', async () => {
  const secure = await startSmtpPeer({ tls: true });
  const [trusting, strict] = [
    carrierOf(secure.settings),
    carrierOf({ ...secure.settings, SMTP_URL: secure.settings.SMTP_URL.replace(/\?.*/, '') }),
  ];
  try {
    await trusting.deliver(MESSAGE);
    expect(secure.taken).toMatchObject([{ isSecure: true }]);

    expect(await refusalOf(strict)).toMatchObject({ fault: 'settings' });
    expect(secure.taken).toHaveLength(1);
  } finally {
    for (const each of [trusting, strict]) each.close?.();
    await secure.stop();
  }
});

test('more mails at once than there are connections all arrive once', async () => {
  const ids = Array.from({ length: 60 }, (_, i) => `mail-${i}`);

  await Promise.all(ids.map((id) => carrier.deliver({ ...MESSAGE, id })));

  expect(peer.taken.map(({ headers }) => headers['message-id']).sort()).toEqual(
    ids.map((id) => `<${id}@example.com>`).sort(),
  );
});

test('a server that says nothing is given up after 10 s, for now', async () => {
  peer.answer('hang');

  expect(await refusalOf()).toMatchObject({ fault: 'temporary' });
});
