import { type StaffBrowser, signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';

const NUMBER = '+12025550143';

let nodes: TwoNodes;
let browsers: StaffBrowser[];
beforeAll(async () => {
  nodes = await startTwoNodes();
  // Before the event ends.
  nodes.advance(Date.parse('2031-06-01T12:00:00Z') - nodes.first.clock.now());
  const { browser } = await signedInMember(nodes.first, 'owner');
  browsers = [browser, staffBrowser({ url: nodes.secondUrl }, browser.cookies)];
});
afterAll(() => nodes.stop());

const add = async (firstName: string, phone: string) => {
  const body = { firstName, lastName: 'Walker', email: `${firstName}@example.com`, phone };
  return (await browsers[0]?.ask('addPerson', { body }))?.results.person.id ?? '';
};
/** @returns how many were sent, and the messages of those that were refused */
async function resendAtOnce(personId: string, times: number) {
  const replies = await Promise.all(
    Array.from({ length: times }, (_, index) =>
      browsers[index % 2]?.send('resendInvitation', { params: { personId } }),
    ),
  );
  const refused = replies.filter((reply) => reply?.status === 429);
  const messages = refused.map((reply) => Object(reply?.body).message);
  return { sent: replies.filter((reply) => reply?.status === 200).length, refused: [...new Set(messages)] };
}
const texts = async () =>
  (await nodes.first.services.db.selectFrom('outbox').select('id').where('recipient', '=', NUMBER).execute()).length;

test('invitations again: five a day to one person and to one number, from two nodes at once and whosever the number is', async () => {
  const first = await add('ada', '(202) 555-0143');

  expect(await resendAtOnce(first, 12)).toEqual({
    sent: 5,
    refused: [expect.stringContaining('The person was invited')],
  });
  expect(await texts()).toBe(5);

  // The number becomes another person's, as it is typed by hand.
  const to = { phone: '(202) 555-0177' };
  const from = { phone: '(202) 555-0143' };
  await browsers[0]?.ask('editPerson', { params: { personId: first }, body: { from, ...to } });
  const second = await add('bo', '1 202.555.0143');
  expect(await resendAtOnce(second, 4)).toEqual({
    sent: 0,
    refused: [expect.stringContaining('This number was texted')],
  });
  expect(await texts()).toBe(5);
});
