import type { TestServer } from './testServer.ts';

/** Answers a question of the event as the attendee with this token. */
export async function answerAs(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  body: { campaignId: string; questionId: string; answers: (string | number)[]; comment?: string },
): Promise<void> {
  const response = await fetch(`${url}/api/public/questions/${body.questionId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`answering ${body.questionId}: ${response.status} ${await response.text()}`);
}
