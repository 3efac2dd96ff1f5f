import type { TestServer } from './testServer.ts';

/** Registers an attendee, requests a reset link and returns its address. */
export async function resetLink(server: TestServer): Promise<string> {
  const { profile } = await server.register();
  await fetch(`${server.url}/api/public/auth/send-reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: profile.email }),
  });
  const [mail] = await server.outbox();
  return /http\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}
