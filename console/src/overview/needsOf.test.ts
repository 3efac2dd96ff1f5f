import { readableEventInfo } from '@companion/contract/event';
import type { Overview } from '@companion/contract/staff/overview';
import { expect, test } from 'vitest';
import { eventInfo } from '../api/eventInfo.ts';
import { needsOf } from './needsOf.ts';

const nothing = { lastMinute: 0, lastHour: 0 };
const CALM: Overview = {
  ...{ eventName: 'Summit', registered: 0, activated: 0, prepared: 0, signedInToday: 0 },
  ...{ answers: nothing, votes: nothing, comments: nothing, onNow: [], next: [] },
  ...{ questionsWaiting: 0, textsToApprove: [], stageScreens: 2, messagesWaiting: 3, messagesFailed: 0 },
  ...{ lastBackupAt: '2031-06-10T13:00:00.000Z', isBackupOld: false, streams: { everyone: 0, stage: 2, staff: 1 } },
};

eventInfo.set(readableEventInfo.parse({ timeZone: 'America/New_York' }));

test('needs: what needs no one is not due, and leads to where one would act all the same', () => {
  expect(needsOf(CALM, 'host').map(({ text, isDue, path }) => [text, isDue, path])).toEqual([
    ['No question waits', false, '/console/questions'],
    ['No text to approve', false, '/console/polls'],
    ['2 stage screens connected', false, '/console/stage-screens'],
    ['No message failed', false, '/console/server'],
    ['Last backup Jun 10, 9:00 AM', false, '/console/server'],
  ]);
});

test('needs: what someone has to do is due, in the same order, with the way there', () => {
  const due: Overview = {
    ...CALM,
    questionsWaiting: 1,
    textsToApprove: [{ campaignId: 'stage polls', questionId: 'words', question: 'Why?', texts: 2 }],
    ...{ stageScreens: 0, messagesFailed: 1, lastBackupAt: null, isBackupOld: true },
  };
  expect(needsOf(due, 'editor').map(({ text, isDue, path }) => [text, isDue, path])).toEqual([
    ['1 question from the hall', true, '/console/questions?state=pending'],
    ['2 texts for “Why?”', true, '/console/polls/stage%20polls/words'],
    ['No stage screen is connected', true, '/console/stage-screens'],
    ['1 message failed', true, '/console/server'],
    ['No backup yet', true, '/console/server'],
  ]);
  expect(needsOf(due, 'host').at(-1)).toMatchObject({ text: 'No backup yet', isDue: false, action: 'Backups' });
});
