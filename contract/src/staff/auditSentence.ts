import { STAFF_ROLES } from '../defineCall.ts';
import type { AuditEntry } from './auditLog.ts';
import {
  AUDIENCE_QUESTION_STATES,
  BETWEEN_POLLS,
  ENTRIES,
  FIELD_WORDS,
  HALL_COUNTS,
  POLL_STATES,
  RECORDS,
  SHOWN_TO,
} from './auditWords.ts';
import type { RecordedAction } from './recordedActions.ts';

/** A longer name is cut: the log is read line by line. */
const MAX_NAME = 120;
/** Each name keeps its own direction within the sentence. */
const [ISOLATE, END] = ['\u2068', '\u2069'];

/** What someone did, as it goes on after their name: `approved the question “How do we …”`. */
export function auditSentence(entry: AuditEntry): string {
  const say = (SENTENCES as Record<string, ((entry: AuditEntry) => string) | undefined>)[entry.action];
  // Of another version.
  return say?.(entry) ?? `made a change: ${inWords(entry.action)}`;
}

/** The name of a call or field as words: `changeMemberRole` is `change member role`. Commands have words already. */
export const inWords = (name: string): string =>
  name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);

/** What it was about, by its name; what is deleted has none. */
function the(kind: string, { name }: AuditEntry, deleted = `a ${kind} that was deleted since`): string {
  if (!name) return deleted;
  const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).trimEnd()}…` : name;
  return `the ${kind} “${ISOLATE}${short}${END}”`;
}

const person = ({ name }: AuditEntry): string => (name ? `${ISOLATE}${name}${END}` : 'a member');
const roleOf = ({ choices }: AuditEntry): string => STAFF_ROLES.find((role) => role === choices?.role) ?? '';
const asRole = (entry: AuditEntry): string => (roleOf(entry) ? ` as ${roleOf(entry)}` : '');

function changedPoll(entry: AuditEntry): string {
  const { state = '', shownTo = '', isOnStage, closesInSeconds } = entry.choices ?? {};
  const done = [
    POLL_STATES[state],
    SHOWN_TO[shownTo],
    isOnStage === 'true' && 'put on stage',
    isOnStage === 'false' && 'took off the stage',
    !state && closesInSeconds === 'null' && 'ended the countdown of',
    !state && closesInSeconds && closesInSeconds !== 'null' && 'started a countdown for',
  ].filter(Boolean);
  return `${done.length > 0 ? listed(done as string[]) : 'changed'} ${the('question', entry)}`;
}

function moderatedAudienceQuestion(entry: AuditEntry): string {
  const { state = '' } = entry.choices ?? {};
  return `${AUDIENCE_QUESTION_STATES[state] ?? 'moderated'} ${the('question', entry, 'a question from the hall that was erased since')}`;
}

function changedSafeguards({ choices = {} }: AuditEntry): string {
  const { hallCounts = '', registrationPaused, confirmationRequired } = choices;
  const done = [
    HALL_COUNTS[hallCounts],
    registrationPaused === 'true' && 'paused registration',
    registrationPaused === 'false' && 'opened registration again',
    confirmationRequired === 'true' && 'required a confirmed number for polls and Q&A',
    confirmationRequired === 'false' && 'let everyone take part in polls and Q&A again',
  ].filter(Boolean);
  return done.length > 0 ? listed(done as string[]) : 'changed the safeguards';
}

function moderatedComment(entry: AuditEntry): string {
  const on = the('item', entry).replace('the item ', '');
  const { isHidden } = entry.choices ?? {};
  const done = [
    isHidden === 'true' && `hid a comment on ${on}`,
    isHidden === 'false' && `showed a comment on ${on} again`,
    entry.fields.includes('note') && `noted something about a comment on ${on}`,
  ].filter(Boolean);
  return done.length > 0 ? listed(done as string[]) : `moderated a comment on ${on}`;
}

/** An attendee, whose name is read when the log is shown. */
const attendee = ({ name }: AuditEntry): string => (name ? `${ISOLATE}${name}${END}` : 'an attendee');

const wordsOf = ({ fields }: AuditEntry): string[] => fields.map((field) => FIELD_WORDS[field] ?? inWords(field));

/** What the sentence leaves out: the fields that were changed of something that has many. */
export const changedFields = (entry: AuditEntry): string =>
  HAVE_MANY_FIELDS.includes(entry.action) ? listed(wordsOf(entry).filter((word) => !IN_SENTENCE.includes(word))) : '';

const HAVE_MANY_FIELDS = ['editProgramme', 'editAnnouncement'];
const IN_SENTENCE = ['added', 'removed', 'moved'];

const editedPerson = (entry: AuditEntry): string => {
  const fields = wordsOf(entry);
  return fields.length > 0 ? `changed ${listed(fields)} of ${attendee(entry)}` : `changed ${attendee(entry)}`;
};

/** In the draft: what was never published has no name. */
function editedProgramme(entry: AuditEntry): string {
  const { entity, fields, choices } = entry;
  const kind = ENTRIES[entity];
  if (entity === 'programme') {
    const count = choices?.entries ?? 'many';
    return `changed ${count} ${count === '1' ? 'entry' : 'entries'} of the programme: ${entry.entityId}`;
  }
  if (!kind) return `edited ${RECORDS[entity] ?? 'the programme'}`;
  const what = the(kind, entry, `a ${kind}`);
  if (fields.includes('added')) return `added ${what} to the draft`;
  if (fields.includes('removed')) return `removed ${what} from the draft`;
  return `${fields.every((field) => field === 'moved') ? 'moved' : 'edited'} ${what}`;
}

const listed = (parts: string[]): string => new Intl.ListFormat('en-US').format(parts);

/** A call has several rows where it changes several things: each says what it did to this one. */
const byEntity =
  (ofOthers: Record<string, (entry: AuditEntry) => string>, otherwise: (entry: AuditEntry) => string) =>
  (entry: AuditEntry): string =>
    (ofOthers[entry.entity] ?? otherwise)(entry);

function sentBy({ choices = {} }: AuditEntry): string {
  const ways = [choices.mail === 'true' && 'mail', choices.sms === 'true' && 'SMS'].filter(Boolean);
  return ways.length > 0 ? `, also by ${listed(ways as string[])}` : '';
}

const revokedScreen = (entry: AuditEntry) => `revoked ${the('stage screen', entry, 'a stage screen')}`;
const revokedLink = (entry: AuditEntry) => `revoked ${the('link for', entry, 'a link for speakers')}`;
const removedMember = (entry: AuditEntry) => `removed ${person(entry)} from the staff`;

/** A sentence for each action that is recorded: one that is missing does not compile. */
const SENTENCES: Record<RecordedAction, (entry: AuditEntry) => string> = {
  signInStaff: () => 'signed in',
  signInWithPasskey: () => 'signed in with a passkey',
  changeStaffPassword: () => 'changed the own password',
  resetStaffPassword: () => 'set another password by a mailed link',
  addPasskey: (entry) => `added ${the('passkey', entry, 'a passkey')}`,
  removePasskey: (entry) => `removed ${the('passkey', entry, 'a passkey')}`,
  removeAllPasskeys: () => 'removed a passkey, with all others',
  enableSecondFactor: () => 'turned the authenticator app on',
  disableSecondFactor: () => 'turned the authenticator app off',
  replaceRecoveryCodes: () => 'made new recovery codes',
  acceptInvitation: () => 'joined the staff',
  changeMemberRole: (entry) => `changed the role of ${person(entry)}${roleOf(entry) ? ` to ${roleOf(entry)}` : ''}`,
  removeMember: byEntity({ stageScreen: revokedScreen, summaryLink: revokedLink }, removedMember),
  inviteMember: (entry) => `invited ${entry.name ?? 'someone'} to the staff${asRole(entry)}`,
  resendStaffInvitation: (entry) => `sent the invitation of ${entry.name ?? 'someone'} again`,
  revokeStaffInvitation: () => 'revoked an invitation to the staff',
  createStageScreen: (entry) => `made ${the('stage screen', entry, 'a stage screen that was revoked since')}`,
  pairStageScreen: (entry) => `connected ${the('stage screen', entry, 'a stage screen that was revoked since')}`,
  revokeStageScreen: revokedScreen,
  setBetweenPolls: ({ choices }) =>
    `chose ${BETWEEN_POLLS[choices?.shows ?? ''] ?? 'what shows'} for the stage between polls`,
  putStagePicture: () => 'uploaded the picture for the stage between polls',
  removeStagePicture: () => 'removed the picture for the stage between polls',
  createPoll: (entry) => `published ${the('question', entry)} by itself`,
  changePoll: changedPoll,
  changePollStates: changedPoll,
  setRunningOrder: () => 'changed the running order of the stage',
  exportPollResults: (entry) => `downloaded the results of ${the('question', entry)}`,
  exportReport: ({ entityId }) =>
    entityId === 'all results' ? 'downloaded all results' : `downloaded the results of ${entityId}`,
  approveAnswerText: (entry) =>
    `${entry.choices?.isApproved === 'false' ? 'took back the approval of a text' : 'approved a text'} of ${the('question', entry)}`,
  moderateAudienceQuestions: moderatedAudienceQuestion,
  moderateAuthor: byEntity({ audienceQuestion: moderatedAudienceQuestion }, ({ choices }) => {
    if (choices?.isBlocked === 'false') return 'let the author of a question from the hall ask again';
    if (choices?.isBlocked === 'true') return 'blocked the author of a question from the hall';
    if (choices?.dismisses === 'true') return 'dismissed all questions of an author from the hall';
    return 'moderated the author of a question from the hall';
  }),
  putAudienceQuestionsOnStage: (entry) =>
    `${entry.choices?.isOnStage === 'false' ? 'took the questions off the stage, of' : 'put the questions on stage, of'} ${the('session', entry)}`,
  exportItemFigures: () => 'downloaded the votes and comments in figures',
  exportItemComments: (entry) => `downloaded the comments on ${the('item', entry).replace('the item ', '')}`,
  exportFeedbackMessages: () => 'downloaded the messages of the feedback form',
  moderateComment: moderatedComment,
  createSummaryLink: byEntity(
    { item: (entry) => `made a link for speakers to ${the('item', entry).replace('the item ', '')}` },
    (entry) => `made ${the('link for', entry, 'a link for speakers that was revoked since')}`,
  ),
  revokeSummaryLink: byEntity(
    { item: (entry) => `revoked a link for speakers to ${the('item', entry).replace('the item ', '')}` },
    revokedLink,
  ),
  changeSafeguards: changedSafeguards,
  dismissFlood: () => 'dismissed the accounts of a flood',
  undoDismissal: () => 'counted the accounts of a dismissed flood again',
  editPerson: editedPerson,
  replacePersonPhone: (entry) => `replaced the proved phone of ${attendee(entry)}`,
  resendInvitation: (entry) => `invited ${attendee(entry)}`,
  endPersonSession: (entry) => `signed ${attendee(entry)} out on a device`,
  endPersonSessions: (entry) => `signed ${attendee(entry)} out everywhere`,
  erasePerson: () => 'erased an attendee',
  exportPerson: (entry) => `downloaded the data of ${attendee(entry)}`,
  addPerson: (entry) => `added ${attendee(entry)}`,
  createPersonLink: (entry) => `showed ${attendee(entry)} a link to sign in`,
  mergePeople: (entry) =>
    entry.name ? `merged another account into that of ${attendee(entry)}` : 'removed an account by merging it',
  importPeople: () => 'imported attendees',
  invitePeople: () => 'invited everyone who was not invited yet',
  editProgramme: editedProgramme,
  uploadPicture: ({ entityId }) => `uploaded the picture ${entityId}`,
  importProgramme: ({ choices }) =>
    `imported a schedule into the programme, with ${choices?.changes ?? 'some'} changes`,
  startDemo: () => 'published the demo event',
  removeDemo: () => 'removed the demo event, with what attendees wrote to it and its announcements',
  publishProgramme: ({ choices }) => {
    if (choices?.givenUp === 'member')
      return 'planned to publish the programme, but may not publish any more: nothing was published';
    if (choices?.givenUp) return 'planned to publish the programme, which had problems: nothing was published';
    if (choices?.planned === undefined) return 'published the programme';
    return choices.planned === 'true'
      ? 'planned when to publish the programme'
      : 'took back the plan to publish the programme';
  },
  discardDraft: () => 'discarded the changes of the draft',
  rollBackProgramme: ({ choices }) => `rolled the programme back to revision ${choices?.revision ?? ''}`.trim(),
  planAnnouncement: (entry) => `planned ${the('announcement', entry)}${sentBy(entry)}`,
  editAnnouncement: (entry) => `changed ${the('announcement', entry)}${sentBy(entry)}`,
  endAnnouncement: (entry) =>
    `${entry.choices?.wasSent === 'false' ? 'took back' : 'ended'} ${the('announcement', entry)}`,
  testAnnouncement: ({ choices }) => `tested an announcement by ${choices?.kind === 'sms' ? 'SMS' : 'mail'}`,
  'staff invite': (entry) => `invited ${entry.name ?? 'someone'} to the staff${asRole(entry)}`,
  'staff remove': byEntity(
    {
      stageScreen: revokedScreen,
      summaryLink: revokedLink,
      invitation: () => 'revoked an invitation to the staff',
    },
    removedMember,
  ),
  'staff recover': (entry) => `removed password, second factor and passkeys of ${person(entry)}`,
};
