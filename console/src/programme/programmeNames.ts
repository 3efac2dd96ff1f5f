import type { Programme, ProgrammeChange, ProgrammeList, ProgrammeRecord } from '@companion/contract/staff/programme';
import type { MaybeValue } from '../page/fieldValue.ts';
import { fieldsAt, isList, type Place, textOf } from './programmeEdits.ts';

/** What a screen of the programme is about, as a member reads it. */
export const PLACE_NAMES: Record<ProgrammeList | ProgrammeRecord | 'publish', string> = {
  agenda: 'Sessions',
  speakers: 'Speakers',
  sponsors: 'Sponsors',
  campaigns: 'Surveys and polls',
  questions: 'Questions',
  event: 'Event',
  texts: 'Texts',
  pictures: 'Pictures',
  publish: 'Publish',
};

/** The name of a list or a record, also of one that this version does not know. */
export const listName = (list: string): string =>
  Object.entries(PLACE_NAMES).find(([name]) => name === list)?.[1] ?? list;

/** What one entry of a list is. */
export const ENTRY_NAMES: Record<ProgrammeList, string> = {
  agenda: 'session',
  speakers: 'speaker',
  sponsors: 'sponsor',
  campaigns: 'campaign',
  questions: 'question',
};

/** The labels of fields whose name says too little. */
const FIELD_NAMES: Record<string, string> = {
  bio: 'About the speaker',
  body: 'Text',
  breakoutsFilter: 'Button of breakout sessions',
  color: 'Colour',
  dayFilters: 'Buttons of the days',
  firstDay: 'First day',
  helpDeskEmail: 'E-mail of the help desk',
  helpDeskPhone: 'Phone of the help desk',
  organizationTypes: 'Organization types',
  privacyPolicy: 'Privacy policy',
  speakersFilter: 'Button of the speakers',
  termsVersion: 'Version of the terms',
  tiers: 'Sponsor tiers',
  timeZone: 'Time zone',
  url: 'Address of the website',
};

/** The label of a field, on forms, in conflicts and in lists of changes. */
export const fieldName = (field: string): string =>
  FIELD_NAMES[field] ?? field.charAt(0).toUpperCase() + field.slice(1);

/** How lists name an entry. */
export const entryTitle = (fields: Record<string, MaybeValue>): string =>
  textOf(fields.title ?? fields.name ?? fields.question) || 'Without a name';

/** How messages name a place: the entry by its title, a record by the name of its screen. */
export function placeName(programme: Programme, place: Place): string {
  if (!isList(place.list)) return PLACE_NAMES[place.list];
  const fields = fieldsAt(programme, place);
  return fields ? entryTitle(fields) : `A ${ENTRY_NAMES[place.list]}`;
}

/** Which list the ids of a field are from. */
const REFERENCES: Record<string, ProgrammeList> = { speakers: 'speakers', sponsor: 'sponsors', campaign: 'campaigns' };

/** A value as a member reads it: ids by their names, one line for each text of a list. */
export function valueText(programme: Programme, field: string, value: MaybeValue): string {
  const list = REFERENCES[field];
  if (!list) return textOf(value);
  const nameOf = (id: string) => placeName(programme, { list, id });
  return textOf(value).split('\n').filter(Boolean).map(nameOf).join('\n');
}

/** Whose a picture is, by its file: `speakers/ada.jpg`. The file, if it is no one's. */
export function pictureName({ speakers, sponsors }: Programme, file: string): string {
  if (file.startsWith('logo.')) return 'Logo of the event';
  const [folder, name = ''] = file.split('/');
  const owner =
    folder === 'speakers'
      ? speakers.find(({ picture }) => picture === name)
      : sponsors.find(({ logo }) => logo === name);
  return owner ? entryTitle(owner) : file;
}

/** A programme that can also name the entries of changes, which it may not have, or not any more. */
export function withNamesOf(programme: Programme, changes: readonly ProgrammeChange[]): Programme {
  const namedIn = (list: ProgrammeList) =>
    changes
      .filter((change) => change.list === list && change.label !== '')
      .map(({ id, label }) => ({ id: id ?? '', name: label, title: label }));
  return {
    ...programme,
    speakers: [...programme.speakers, ...namedIn('speakers')],
    sponsors: [...programme.sponsors, ...namedIn('sponsors')],
    campaigns: [...programme.campaigns, ...namedIn('campaigns')],
  };
}
