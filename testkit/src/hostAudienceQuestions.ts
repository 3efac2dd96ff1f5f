import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';
import { moderateAudienceQuestions } from '@companion/server/audienceQuestions/moderateAudienceQuestions';
import { transact } from '@companion/server/platform/transact';
import { apiClient } from './apiClient.ts';
import type { TestServer, TestServices } from './testServer.ts';

/** Gives a question from the hall a state, as a host does. */
export const moderateAudienceQuestion = (
  services: TestServices,
  id: string,
  state: AudienceQuestionState,
): Promise<unknown> => transact(services, (tx) => moderateAudienceQuestions(tx, [{ id, state }]));

/** A new attendee asks, and a host gives the question a state. @returns its id */
export async function askAnother(
  { url, services, register }: TestServer,
  { contentId, text, state }: { contentId: string; text: string; state: AudienceQuestionState },
): Promise<string> {
  const { access_token: token } = await register();
  const { results } = await apiClient(url).ask('createAudienceQuestion', { token, body: { contentId, text } });
  await moderateAudienceQuestion(services, results.id, state);
  return results.id;
}
