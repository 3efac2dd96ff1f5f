import type { AskState } from '@companion/contract/ask';
import { moderateAsks } from '@companion/server/asks/moderateAsks';
import { transact } from '@companion/server/platform/transact';
import { apiClient } from './apiClient.ts';
import type { TestServer, TestServices } from './testServer.ts';

/** Gives a question from the hall a state, as a host does. */
export const hostAsk = (services: TestServices, id: string, state: AskState): Promise<unknown> =>
  transact(services, (tx) => moderateAsks(tx, [{ id, state }]));

/** A new attendee asks, and a host gives the question a state. @returns its id */
export async function askAnother(
  { url, services, register }: TestServer,
  { contentId, text, state }: { contentId: string; text: string; state: AskState },
): Promise<string> {
  const { access_token: token } = await register();
  const { results } = await apiClient(url).ask('createAsk', { token, body: { contentId, text } });
  await hostAsk(services, results.id, state);
  return results.id;
}
