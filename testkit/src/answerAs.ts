import { postAs } from './postAs.ts';
import type { TestServer } from './testServer.ts';

/** Answers a question of the event as the attendee with this token. */
export const answerAs = (
  server: Pick<TestServer, 'url'>,
  token: string,
  body: { campaignId: string; questionId: string; answers: (string | number)[]; comment?: string },
): Promise<unknown> => postAs(server, token, `questions/${body.questionId}`, body);
