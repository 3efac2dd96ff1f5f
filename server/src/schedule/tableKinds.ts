import { POST_EVENT_CAMPAIGN, PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import { QUESTION_TYPES } from '@companion/contract/question';
import type { Cells } from './cellsOf.ts';
import type { SourcePoll, SourceSpeaker, SourceSponsor } from './sourceSchedule.ts';

const SPEAKER = /^speakers?$/i;
const SPONSOR = /^sponsors?$/i;
/** The id of the set of polls that rows are added to. */
export const IMPORTED_POLLS = 'polls';
const CAMPAIGNS: [RegExp, SourcePoll['campaign']][] = [
  [/^polls?$|^live polls?$|^questions?$/i, { id: IMPORTED_POLLS, title: 'Polls' }],
  [/^pre[- ]?event(?: survey| question)?s?$/i, { id: PRE_EVENT_CAMPAIGN, title: 'Before the event' }],
  [/^post[- ]?event(?: survey| question)?s?$/i, { id: POST_EVENT_CAMPAIGN, title: 'After the event' }],
];

/** What a row is by its category, if it is no session. */
export function kindOfRow(category: string | undefined): 'speaker' | 'sponsor' | SourcePoll['campaign'] | undefined {
  if (!category) return undefined;
  if (SPEAKER.test(category)) return 'speaker';
  if (SPONSOR.test(category)) return 'sponsor';
  return CAMPAIGNS.find(([pattern]) => pattern.test(category))?.[1];
}

/** A speaker: the name is the title, and the biography the description. */
export const readSpeakerRow = ({ where, line, text }: Cells): SourceSpeaker => ({
  where,
  id: undefined,
  name: line('title') ?? line('speakers'),
  role: line('role') ?? line('subtitle'),
  organization: line('organization'),
  bio: text('description'),
  talks: [],
});

export const readSponsorRow = ({ where, line, text }: Cells): SourceSponsor => ({
  where,
  name: line('title') ?? line('organization'),
  tier: line('tier') ?? line('subtitle'),
  url: addressOf(line('url')),
  about: text('description'),
});

/** Spreadsheets often leave out the protocol. */
const addressOf = (written: string | undefined): string | undefined =>
  written && /^[\w-]+(?:\.[\w-]+)+(?:[/?#].*)?$/.test(written) ? `https://${written}` : written;

export function readPollRow({ where, line, all }: Cells, campaign: SourcePoll['campaign']): SourcePoll {
  const options = all('options')
    .flatMap((cell) => cell.split(/[;\n|]+/))
    .map((option) => option.trim())
    .filter(Boolean);
  const typed = line('subtitle')?.toLowerCase();
  const type = QUESTION_TYPES.find((known) => known === typed) ?? (options.length > 0 ? 'options' : 'yes-no');
  return { where, campaign, question: line('title'), type, options };
}
