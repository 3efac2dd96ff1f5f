import { countText } from '../page/countText.ts';
import { NEW_ENTRY, paths } from '../paths.ts';
import { type ChecklistItem, isSetUp, type Readiness } from './checklistOf.ts';
import type { Draft } from './useProgramme.ts';

interface SetUpStep extends ChecklistItem {
  /** What it needs, and what is optional. */
  detail: string;
  more: { path: string; action: string }[];
}

/** The way from an empty server to a published event, in this order. A step is done once the draft has what it needs. */
export function setUpSteps(draft: Draft, readiness: Readiness): SetUpStep[] {
  const { agenda, speakers, sponsors, questions } = draft.programme;
  const people = readiness.registered + readiness.prepared;
  const { revision, changes } = draft.draft;
  return [
    step('event', isSetUp(draft), {
      text: '1. The event',
      detail: 'Name, host, tagline, dates, time zone and help desk. Optional: a logo and a colour.',
      links: [[paths.eventSettings, 'Fill in']],
    }),
    step('sessions', agenda.length > 0, {
      text: `2. Sessions${counted(agenda.length, 'session')}`,
      detail: 'Title, day, start and end of each. Optional: room, speakers and text.',
      links: [
        [paths.importSessions, 'From a spreadsheet or another tool'],
        [paths.session(NEW_ENTRY), 'By hand'],
      ],
    }),
    step('speakers', speakers.length > 0 && sponsors.length > 0, {
      text: `3. Speakers and sponsors${counted(speakers.length + sponsors.length, 'entry', 'entries')}`,
      detail: 'Optional. A speaker needs a name, a sponsor a tier, a website and a logo.',
      links: [
        [paths.speakers, 'Speakers'],
        [paths.sponsors, 'Sponsors'],
      ],
      isOptional: true,
    }),
    step('polls', questions.length > 0, {
      text: `4. Surveys and polls${counted(questions.length, 'question')}`,
      detail: 'Optional. Polls can be added during the event, too.',
      links: [[paths.campaigns, 'Surveys and polls']],
      isOptional: true,
    }),
    step('texts', String(draft.programme.texts.privacyPolicy ?? '') !== '', {
      text: '5. Texts',
      detail: 'The privacy policy, which everyone accepts who registers. Optional: welcome, thanks and about.',
      links: [[paths.texts, 'Write']],
    }),
    step('publish', revision > 0 && changes === 0, {
      text: '6. Publish',
      detail: 'Attendees see nothing of the draft before. You can publish again at any time.',
      links: [[paths.publish, 'Review and publish']],
    }),
    step('attendees', people > 0, {
      text: `7. Attendees${counted(people, 'attendee')}`,
      detail:
        'Optional: import the tickets of Eventbrite or a list, and invite the people. Anyone can register without.',
      links: [
        [paths.peopleImport, 'Import'],
        [paths.people, 'Invite'],
      ],
      isOptional: true,
    }),
    step('staff', readiness.staff > 1, {
      text: '8. Your team',
      detail: 'Optional: editors for the programme, hosts for the stage. Each gets a link.',
      links: [[paths.members, 'Invite']],
      isOptional: true,
    }),
    step('doors', false, {
      text: '9. Before the doors open',
      detail: 'Everything that is still missing, on one page.',
      links: [[paths.checklist, 'Check']],
      isOptional: true,
    }),
  ];
}

const counted = (count: number, one: string, many?: string) =>
  count > 0 ? `: ${many && count !== 1 ? `${count} ${many}` : countText(count, one)}` : '';

function step(
  id: string,
  isDone: boolean,
  {
    text,
    detail,
    links,
    isOptional = false,
  }: { text: string; detail: string; links: [path: string, action: string][]; isOptional?: boolean },
): SetUpStep {
  const [[path, action] = [paths.overview, ''], ...more] = links;
  return {
    ...{ id, text, detail, path, action },
    state: isDone ? 'done' : isOptional ? 'advised' : 'missing',
    more: more.map(([to, label]) => ({ path: to, action: label })),
  };
}
