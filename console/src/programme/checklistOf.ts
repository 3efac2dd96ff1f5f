import { POST_EVENT_CAMPAIGN, PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { countText } from '../page/countText.ts';
import { paths } from '../paths.ts';
import { textOf, textsOf } from './programmeEdits.ts';
import type { Draft } from './useProgramme.ts';

type Event = Draft['programme']['event'];
export type Readiness = StaffAnswer<'getReadiness'>['results'];

/** Something that an event needs before the doors open. */
export interface ChecklistItem {
  id: string;
  /** How it is. */
  text: string;
  state: 'done' | 'missing' | 'advised';
  /** Where one acts, and what one does there. */
  path: string;
  action: string;
}

/** What a server without an event begins with: the staff replace it. */
const EMPTY = { name: 'Your event', host: 'The organizer' };
const EMPTY_HELP_DESK = /help@example\.com|\(202\) 555-0100/;
const PLACEHOLDER = /\bEDIT\b|edit@example\.com/;
/** Whether the event has a name and a host of its own. */
const isNamed = ({ name, host }: Event): boolean => textOf(name) !== EMPTY.name && textOf(host) !== EMPTY.host;
/** Whether it has a date: an example's first day is always today. */
const isDated = ({ firstDay }: Event): boolean => textOf(firstDay) !== 'today';
/** Whether it has its own name, host and date. */
export const isSetUp = ({ programme: { event } }: Pick<Draft, 'programme'>): boolean =>
  isNamed(event) && isDated(event);

/** What is missing, advised and done, always in this order, so that nothing moves when something is done. */
export const checklistOf = (draft: Draft, readiness: Readiness): ChecklistItem[] => [
  ...programmeItems(draft),
  ...publicationItems(draft),
  ...serverItems(readiness),
];

function programmeItems({ programme, problems, warnings }: Draft): ChecklistItem[] {
  const { event, texts, agenda, speakers, sponsors, campaigns, questions } = programme;
  const noRoom = agenda.filter(({ room }) => textOf(room) === '').length;
  const noSpeaker = agenda.filter(({ speakers }) => textsOf(speakers).length === 0).length;
  const noPicture = speakers.filter(({ picture }) => textOf(picture) === '');
  const noLogo = sponsors.filter(({ logo }) => textOf(logo) === '');
  const placeholders = [...Object.values(event), ...Object.values(texts)].filter((text) =>
    PLACEHOLDER.test(textOf(text)),
  );
  const empty = [PRE_EVENT_CAMPAIGN, POST_EVENT_CAMPAIGN].filter(
    (id) => !campaigns.some((each) => each.id === id) || !questions.some(({ campaign }) => campaign === id),
  );
  return [
    need('event', isNamed(event), EVENT_TEXTS, [paths.eventSettings, 'Event']),
    need('firstDay', isDated(event), FIRST_DAY_TEXTS, [paths.eventSettings, 'Event']),
    need(
      'helpDesk',
      ![event.helpDeskEmail, event.helpDeskPhone].some((text) => EMPTY_HELP_DESK.test(textOf(text))),
      ['The help desk is your own', 'Messages name a help desk that is an example'],
      [paths.eventSettings, 'Event'],
    ),
    need(
      'sessions',
      agenda.length > 0,
      [countText(agenda.length, 'session'), 'There is no session'],
      [agenda.length > 0 ? paths.programme : paths.importSessions, 'Sessions'],
    ),
    need(
      'problems',
      problems.length === 0,
      ['The draft has no problems', countText(problems.length, 'problem')],
      [paths.publish, 'Correct'],
    ),
    advice(
      'warnings',
      warnings.length === 0,
      ['The draft has no warnings', countText(warnings.length, 'warning')],
      [paths.publish, 'Look'],
    ),
    need(
      'placeholders',
      placeholders.length === 0,
      ['No text is a placeholder', `${countText(placeholders.length, 'text')} still to be written`],
      [paths.eventSettings, 'Write'],
    ),
    need(
      'privacy',
      textOf(texts.privacyPolicy) !== '',
      ['There is a privacy policy', 'There is no privacy policy'],
      [`${paths.texts}#privacyPolicy`, 'Write'],
    ),
    advice(
      'surveys',
      empty.length === 0,
      ['Both surveys have questions', surveyText(empty)],
      [paths.campaigns, 'Surveys'],
    ),
    ...adviceAbout(
      agenda,
      'rooms',
      noRoom === 0,
      ['Every session has a room', `${countText(noRoom, 'session')} without a room`],
      [paths.programme, 'Sessions'],
    ),
    ...adviceAbout(
      agenda,
      'speakers',
      noSpeaker === 0,
      ['Every session has a speaker', `${countText(noSpeaker, 'session')} without a speaker`],
      [paths.programme, 'Sessions'],
    ),
    ...adviceAbout(
      speakers,
      'pictures',
      noPicture.length === 0,
      ['Every speaker has a picture', `${countText(noPicture.length, 'speaker')} without a picture`],
      [
        noPicture[0] ? `${paths.speaker(noPicture[0].id)}#picture` : paths.speakers,
        noPicture[0] ? 'Upload' : 'Speakers',
      ],
    ),
    ...adviceAbout(
      sponsors,
      'logos',
      noLogo.length === 0,
      ['Every sponsor has a logo', `${countText(noLogo.length, 'sponsor')} without a logo`],
      [noLogo[0] ? `${paths.sponsor(noLogo[0].id)}#logo` : paths.sponsors, noLogo[0] ? 'Upload' : 'Sponsors'],
    ),
  ];
}

const FIRST_DAY_TEXTS: Texts = ['The event has a date', 'The first day is “today”, so that the event moves every day'];
const EVENT_TEXTS: Texts = ['The event has a name and a host', 'The event has no name and host of its own'];

function publicationItems({ draft: { revision, changes } }: Draft): ChecklistItem[] {
  const isPublished = revision > 0 && changes === 0;
  const open = revision === 0 ? 'Nothing is published' : `${countText(changes, 'change')} not published`;
  return [need('published', isPublished, ['Everything is published', open], [paths.publish, 'Publish'])];
}

function serverItems(readiness: Readiness): ChecklistItem[] {
  const { registered, prepared, notInvited, staff, stageScreens, sendsSms, sendsMail, isOutboxOnly } = readiness;
  const people = registered + prepared;
  const sends = sendsSms && sendsMail && !isOutboxOnly;
  const noMessages = isOutboxOnly
    ? 'Messages go to the outbox of this server only'
    : `This server sends no ${sendsSms ? 'e-mail' : sendsMail ? 'text messages' : 'text messages and no e-mail'}`;
  return [
    advice(
      'logo',
      readiness.hasLogo,
      ['The event has a logo of its own', 'The event has no logo of its own'],
      [paths.eventSettings, 'Upload'],
    ),
    need('messages', sends, ['Text messages and e-mail are sent', noMessages], [paths.server, 'Messages']),
    advice('attendees', people > 0, [attendeesText(people), 'There are no attendees'], [paths.peopleImport, 'Import']),
    need(
      'invitations',
      prepared === 0 || notInvited === 0,
      [
        prepared === 0 ? 'No one waits for an invitation' : 'Every attendee is invited',
        `${attendeesText(notInvited)} not invited`,
      ],
      [paths.people, 'Attendees'],
    ),
    advice(
      'staff',
      staff > 1,
      [`${staff} members of the staff, with those who are invited`, 'You are the only member of the staff'],
      [paths.members, 'Invite'],
    ),
    advice(
      'screens',
      stageScreens > 0,
      [countText(stageScreens, 'stage screen'), 'There is no stage screen'],
      [paths.stageScreens, 'Connect'],
    ),
    advice(
      'backup',
      !readiness.isBackupOld,
      ['There is a backup of today', 'There is no backup of today'],
      [paths.server, 'Backups'],
    ),
  ];
}

const attendeesText = (count: number) => countText(count, 'attendee');

const surveyText = (empty: string[]) =>
  empty.length === 2
    ? 'The surveys have no questions'
    : `The ${empty[0] === PRE_EVENT_CAMPAIGN ? 'pre-event' : 'post-event'} survey has no questions`;

/** How it is when it is done, and when it is not. */
type Texts = [done: string, open: string];
type Way = [path: string, action: string];

const item =
  (open: 'missing' | 'advised') =>
  (id: string, isDone: boolean, [done, missing]: Texts, [path, action]: Way): ChecklistItem => ({
    id,
    path,
    action,
    text: isDone ? done : missing,
    state: isDone ? 'done' : open,
  });
/** Without it the doors should stay closed. */
const need = item('missing');
/** Better with it. */
const advice = item('advised');

/** The same about the entries of a list: where there are none, nothing is done or missing. */
const adviceAbout = (entries: unknown[], ...about: Parameters<typeof advice>): ChecklistItem[] =>
  entries.length > 0 ? [advice(...about)] : [];
