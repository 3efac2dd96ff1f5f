import type { TestServer } from './testServer.ts';

/** Sends something as the attendee with this token, from outside of a browser. @returns the answer */
export async function postAs(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  path: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<unknown> {
  const response = await fetch(`${url}/api/public/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
