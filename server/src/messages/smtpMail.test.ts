import { type SmtpPeer, startSmtpPeer } from '@companion/testkit/smtpPeer';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deriveKeys } from '../platform/deriveKeys.ts';
import { readConfig } from '../platform/readConfig.ts';
import type { Message } from './outbox.ts';
import type { Provider } from './provider.ts';
import { smtpMail } from './smtpMail.ts';
import { UNSUBSCRIBE_PATH, unsubscribedAccount } from './unsubscribe.ts';

let peer: SmtpPeer;
let provider: Provider;
beforeAll(async () => {
  peer = await startSmtpPeer({ auth: true });
  provider = providerOf(peer.settings);
});
afterEach(() => {
  peer.answer('take');
  peer.taken.length = 0;
});
afterAll(async () => {
  provider.close?.();
  await peer.stop();
});

const keys = deriveKeys('a secret that only this test knows, long enough');

const MESSAGE: Message = {
  id: '0e3c6c52-1111-4222-8333-444455556666',
  kind: 'mail',
  recipient: 'ada@example.com',
  subject: 'Sign in to Zoë’s <Summit>',
  text: 'Hello <b>Zoë</b>,\n\nopen this link:\n\nhttps://summit.example.com/?t=a-b_c&x=1\n\nfirst line\nsecond line',
  expires_at: Number.MAX_SAFE_INTEGER,
  account_id: null,
  purpose: null,
};

function providerOf(settings: SmtpPeer['settings']): Provider {
  const config = readConfig({ ...settings, APP_URL: 'https://summit.example.com' });
  if (!config.smtp) throw new Error('SMTP is not set');
  return smtpMail(config.smtp, { config, keys });
}
/** The error of a delivery that must fail. */
async function refusalOf(by = provider, message = MESSAGE) {
  const error: unknown = await by.deliver(message).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('The mail was accepted');
  return { ...error, message: error.message };
}

test.each([
  ['Summit: 2026 (East), the', '"Summit: 2026 (East), the" <summit@example.com>'],
  ['"Summit"', 'Summit <summit@example.com>'],
])('smtpMail: the sender of MAIL_FROM %s <...> is %s', async (name, from) => {
  const sender = providerOf({ ...peer.settings, MAIL_FROM: `${name} <summit@example.com>` });
  await sender.deliver(MESSAGE);
  sender.close?.();

  expect(peer.taken[0]).toMatchObject({ from: 'summit@example.com', headers: { from } });
});

test('smtpMail: a mail has its text, and the same as HTML with markup escaped and the link active', async () => {
  await provider.deliver(MESSAGE);

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

test('smtpMail: an address with a comma or a line break reaches no second recipient', async () => {
  for (const recipient of ['eve@example.com, ada@example.com', 'ada@example.com\r\nBcc: eve@example.com']) {
    await provider.deliver({ ...MESSAGE, recipient }).catch(() => {});
  }

  expect(peer.taken.filter(({ to }) => ['eve@example.com', 'ada@example.com'].includes(to))).toEqual([]);
});

test('smtpMail: a mail whose answer was lost has the same Message-ID when it is sent again', async () => {
  peer.answer('take and cut');
  expect(await refusalOf()).toMatchObject({ fault: 'temporary' });
  peer.answer('take');
  await provider.deliver(MESSAGE);

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
] as const)('smtpMail: at %s, %i is the fault of: %s', async (stage, code, fault) => {
  peer.answer(code, stage);

  const refusal = await refusalOf();

  expect(refusal).toMatchObject({ fault, code: String(code) });
  // The relay's text repeats the address, so none of it may be passed on.
  expect(refusal.message).not.toMatch(/@(?!$)|ada|5\.1\.1/);
});

test('smtpMail: an invalid address is the fault of the recipient, without asking the relay', async () => {
  const asked = peer.asked();

  expect(await refusalOf(provider, { ...MESSAGE, recipient: 'no-address' })).toMatchObject({ fault: 'recipient' });
  expect(peer.asked()).toBeLessThanOrEqual(asked + 1);
});

test('smtpMail: a wrong password is the fault of the settings, and the setting is named', async () => {
  const wrong = providerOf({ ...peer.settings, SMTP_URL: peer.settings.SMTP_URL.replace('word@', 'wrong@') });

  expect(await refusalOf(wrong)).toMatchObject({
    fault: 'settings',
    code: '535',
    message: expect.stringMatching(/; see the user and password in SMTP_URL$/),
  });
  wrong.close?.();
});

test('smtpMail: a broken connection and an unreachable server are temporary; afterwards it works again', async () => {
  peer.answer('cut');
  expect(await refusalOf()).toMatchObject({ fault: 'temporary' });
  peer.answer('take');

  await peer.down();
  expect(await refusalOf()).toMatchObject({ fault: 'temporary' });
  await peer.up();
  await provider.deliver(MESSAGE);
  expect(peer.taken).toHaveLength(1);
});

test('smtpMail: it uses TLS where the server offers it, and sends nothing to a server with an untrusted certificate', async () => {
  const secure = await startSmtpPeer({ tls: true });
  const [trusting, strict] = [
    providerOf(secure.settings),
    providerOf({ ...secure.settings, SMTP_URL: secure.settings.SMTP_URL.replace(/\?.*/, '') }),
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

test('smtpMail: more mails at once than connections all arrive once', async () => {
  const ids = Array.from({ length: 60 }, (_, i) => `mail-${i}`);

  await Promise.all(ids.map((id) => provider.deliver({ ...MESSAGE, id })));

  expect(peer.taken.map(({ headers }) => headers['message-id']).sort()).toEqual(
    ids.map((id) => `<${id}@example.com>`).sort(),
  );
});

test('smtpMail: a server that does not answer within 10 s is a temporary failure', async () => {
  peer.answer('hang');

  expect(await refusalOf()).toMatchObject({ fault: 'temporary' });
});

test('smtpMail: an announcement names the address that ends announcements by mail, and no other mail does (decision 066)', async () => {
  const headers = async (more: Partial<Message>) => {
    await provider.deliver({ ...MESSAGE, ...more });
    const { 'list-unsubscribe': address, 'list-unsubscribe-post': post } = peer.taken.at(-1)?.headers ?? {};
    return { address, post };
  };
  const { address, post } = await headers({ purpose: 'announcement', account_id: 'ada' });
  expect(post).toBe('List-Unsubscribe=One-Click');
  const [, token = ''] =
    new RegExp(`^<https://summit.example.com${UNSUBSCRIBE_PATH}(.+)>$`).exec(String(address)) ?? [];
  expect(unsubscribedAccount({ keys }, token)).toBe('ada');
  expect(unsubscribedAccount({ keys }, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBeUndefined();

  const none = { address: undefined, post: undefined };
  expect(await headers({ purpose: 'invitation', account_id: 'ada' })).toEqual(none);
  // A test, which goes to no attendee.
  expect(await headers({ purpose: 'announcement' })).toEqual(none);
});
