import type { StaffRole } from '@companion/contract/defineCall';
import { announce } from './announce.ts';
import { answerAs } from './answerAs.ts';
import { postAs } from './postAs.ts';
import { addMember, type StaffBrowser } from './staffBrowser.ts';
import type { TestServer } from './testServer.ts';

const MEMBERS: [name: string, role: StaffRole][] = [
  ['Maya Ortiz', 'editor'],
  ['Sam Rivera', 'host'],
  ['Tomás Whitehorse', 'host'],
];
const SCREENS = ['Main hall, left', 'Main hall, right', 'Foyer'];
const TEXTS = ['A longer break before lunch', 'More time with the contracting officers', 'Name badges with the state'];
const TYPES = ['8(a)', 'HUBZone', 'SDVOSB', 'WOSB', 'Large'] as const;
const ASKS = [
  'Which part of the rewrite helps a firm that bids for the first time?',
  'When do the agencies have to follow the new text?',
  'Will the set-asides stay as they are?',
  'Where do we find the changes side by side?',
];
const PEOPLE = 24;

/** Fills the demo event as one that has begun: staff, stage screens, a poll on stage, people and what they answered. */
export async function fillConsole(server: TestServer, owner: StaffBrowser): Promise<void> {
  for (const [name, role] of MEMBERS) {
    await addMember(server, role, { name, email: `${name.split(' ')[0]?.toLowerCase()}@confluence.example` });
  }
  await owner.ask('inviteMember', { body: { email: 'grace@confluence.example', role: 'host' } });
  for (const name of SCREENS) await owner.ask('createStageScreen', { body: { name } });

  const { results: polls } = await owner.ask('getPolls');
  const order = polls.filter(({ campaignId }) => campaignId.startsWith('stage-polls'));
  const keys = order.map(({ campaignId, id: questionId }) => ({ campaignId, questionId }));
  await owner.ask('setRunningOrder', { body: { polls: keys, before: [] } });
  for (const [index, { id, campaignId, version }] of order.entries()) {
    const onStage = { state: 'open', isOnStage: true, shownTo: 'everyone' };
    const body = id === 'first-call' ? onStage : { state: index === 0 ? 'closed' : 'draft', shownTo: 'staff' };
    await owner.ask('changePoll', { params: { campaignId, questionId: id }, body: { ...body, version } });
  }
  const improve = polls.find(({ id }) => id === 'improve');
  if (improve) {
    const { campaignId, id: questionId, version } = improve;
    await owner.ask('changePoll', { params: { campaignId, questionId }, body: { shownTo: 'staff', version } });
  }
  for (let number = 0; number < PEOPLE; number++) {
    // Few are unconfirmed, as in a hall without invented accounts.
    const register = number % 12 === 3 ? server.register : server.registerProved;
    const { access_token: token } = await register({ organizationType: TYPES[number % TYPES.length] ?? '8(a)' });
    // Not the same number for each choice.
    const choice = [3, 1, 3, 2, 3, 1, 4][number % 7] ?? 3;
    await answerAs(server, token, { campaignId: 'stage-polls-day-1', questionId: 'first-call', answers: [choice] });
    const text = ASKS[number];
    if (text) await postAs(server, token, 'audience-questions', { contentId: 'far-overhaul', text });
    const comment = TEXTS[number];
    if (comment)
      await answerAs(server, token, { campaignId: 'post-event', questionId: 'improve', answers: [], comment });
  }
  const [first, second] = (await owner.ask('getAudienceQuestionQueue')).results.audienceQuestions;
  if (!first || !second) throw new Error('the attendees have asked');
  const audienceQuestions = [first, second].map(({ id }, index) => ({ id, state: index === 0 ? 'pinned' : 'shown' }));
  await owner.ask('moderateAudienceQuestions', { body: { audienceQuestions } });
  await announce(server, { title: 'Lunch', text: 'Lunch is in the west hall today. Please bring your badge.' });
}
