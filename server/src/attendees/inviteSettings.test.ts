import { newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { expect, test } from 'vitest';

test.each([
  [{}, 'SMTP_URL is not set, so no mail can be sent. Set SMTP_URL and MAIL_FROM for this command and for the server.'],
  [
    { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'summit@example.com', APP_URL: 'http://localhost:3000' },
    'APP_URL: attendees cannot open links to http://localhost:3000. Set it to the same address as for the server.',
  ],
  [
    { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'summit@example.com', APP_URL: 'http://127.0.0.1:3000' },
    'APP_URL: attendees cannot open links to http://127.0.0.1:3000. Set it to the same address as for the server.',
  ],
])('invite: with the settings %j it fails and marks no one as invited', async (env, message) => {
  const t = await startAttendeeTest({ NODE_ENV: 'production', LOG_LEVEL: 'silent', ...env });
  try {
    await t.importRows([{ 'Attendee #': newNumber() }]);

    const changes = await changesDuring(t, async () => {
      expect(await t.command('invite')).toEqual({ failed: true, lines: [message] });
    });

    expect(changes).toEqual({});
  } finally {
    await t.stop();
  }
});
