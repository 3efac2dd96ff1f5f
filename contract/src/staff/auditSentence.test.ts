import { expect, test } from 'vitest';
import type { AuditEntry } from './auditLog.ts';
import { auditSentence, changedFields } from './auditSentence.ts';
import { UNRECORDED_CALLS } from './recordedActions.ts';
import { type StaffCallName, staffCalls } from './staffCalls.ts';

const entryOf = (action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ id: 'e', at: '2031-06-10T13:00:00.000Z', member: { id: 'm', name: 'Ada', email: 'ada@example.com' } },
  ...{ action, entity: 'question', entityId: 'q', fields: [], name: 'How do we start?', traceId: 't', ...more },
});
/** Without the marks that keep the direction of names. */
const said = (action: string, more: Partial<AuditEntry> = {}) =>
  auditSentence(entryOf(action, more)).replace(/[\u2068\u2069]/g, '');

const UNRECORDED: readonly string[] = UNRECORDED_CALLS;
const RECORDED = [
  ...(Object.keys(staffCalls) as StaffCallName[]).filter(
    (name) => !name.startsWith('get') && !UNRECORDED.includes(name),
  ),
  ...['staff invite', 'staff remove', 'staff recover'],
];

test('audit log: every call that changes something is recorded with a sentence, or listed as unrecorded', () => {
  expect(RECORDED.filter((action) => said(action).startsWith('made a change'))).toEqual([]);
  // Those that only read are not recorded, but for the exports.
  const reads = (Object.keys(staffCalls) as StaffCallName[]).filter((name) => staffCalls[name].method === 'GET');
  expect(reads.filter((name) => !name.startsWith('get')).every((name) => RECORDED.includes(name))).toBe(true);
});

test.each(RECORDED)('audit log: %s reads as a sentence, whatever is known of what it was about', (action) => {
  for (const entity of ['question', 'member', 'audienceQuestion', 'item', 'stageScreen', 'summaryLink', 'invitation']) {
    for (const name of ['A name', null]) {
      const sentence = said(action, { entity, name });
      expect(sentence).toMatch(/^[a-z]/);
      expect(sentence).not.toMatch(/undefined|null|\s{2}|\s$/);
    }
  }
});

test('audit log: a sentence says what was chosen, and names what it is about', () => {
  const asked = { entity: 'audienceQuestion', name: 'How do we start?' };
  expect(said('moderateAudienceQuestions', { ...asked, choices: { state: 'shown' } })).toBe(
    'approved the question “How do we start?”',
  );
  expect(said('moderateAudienceQuestions', { ...asked, name: null, choices: { state: 'dismissed' } })).toBe(
    'dismissed a question from the hall that was erased since',
  );
  // Of a version that recorded no choices.
  expect(said('moderateAudienceQuestions', asked)).toBe('moderated the question “How do we start?”');
  expect(said('moderateAuthor', { entity: 'audienceQuestionAuthor', choices: { dismisses: 'true' } })).toBe(
    'dismissed all questions of an author from the hall',
  );
  expect(said('changePoll', { choices: { state: 'open', isOnStage: 'true', closesInSeconds: '30' } })).toBe(
    'opened and put on stage the question “How do we start?”',
  );
  expect(said('changePoll', { choices: { shownTo: 'none' }, name: null })).toBe(
    'hid the results of a question that was deleted since',
  );
  expect(said('changeMemberRole', { entity: 'member', name: 'Bob', choices: { role: 'editor' } })).toBe(
    'changed the role of Bob to editor',
  );
  expect(said('revokeStageScreen', { entity: 'stageScreen', name: null })).toBe('revoked a stage screen');
  expect(
    said('moderateComment', { entity: 'item', name: 'Keynote', fields: ['isHidden'], choices: { isHidden: 'true' } }),
  ).toBe('hid a comment on “Keynote”');
  expect(said('moderateComment', { entity: 'item', name: 'Keynote', fields: ['note'] })).toBe(
    'noted something about a comment on “Keynote”',
  );
  expect(said('changeSafeguards', { name: null, choices: { registrationPaused: 'true' } })).toBe('paused registration');
  expect(said('exportReport', { entity: 'report', entityId: 'all results', name: null })).toBe(
    'downloaded all results',
  );
  expect(said('changePoll', { name: 'x'.repeat(200) }).length).toBeLessThan(160);
  // Of a newer version.
  expect(said('paintStage')).toBe('made a change: paint stage');
});

test('audit log: names the fields of what has many in words, once', () => {
  const edited = (fields: string[], action = 'editProgramme') => changedFields(entryOf(action, { fields }));
  expect(edited(['title', 'startsAt', 'speakerIds'])).toBe('title, start, and speakers');
  expect(edited(['moved', 'startsAt'])).toBe('start');
  expect(edited(['added'])).toBe('');
  // The sentence has said it.
  expect(edited(['state'], 'changePoll')).toBe('');
});
