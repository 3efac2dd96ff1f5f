import {
  type FieldValue,
  type ProgrammeList,
  type ProgrammeRecord,
  TEXT_MAX,
  TEXTS_MAX,
} from '@companion/contract/staff/programme';
import { isBlank } from '@companion/contract/text';
import { SHA_256 } from '../event/assetQueries.ts';
import {
  agendaFields,
  campaignFields,
  eventFields,
  questionFields,
  speakerFields,
  sponsorFields,
} from '../event/packSchemas.ts';

type Place = ProgrammeList | ProgrammeRecord;

const { helpDesk: _, ...eventShape } = eventFields.shape;
const { questions: __, ...campaignShape } = campaignFields.shape;

/** The fields of each list and record, as the pack has them, but flat. Those of pictures are names of files. */
export const FIELDS: Record<Exclude<Place, 'pictures'>, string[]> = {
  event: [...Object.keys(eventShape), 'helpDeskEmail', 'helpDeskPhone'],
  texts: ['welcome', 'thanks', 'about', 'privacyPolicy'],
  agenda: Object.keys(agendaFields.shape),
  speakers: Object.keys(speakerFields.shape),
  sponsors: Object.keys(sponsorFields.shape),
  campaigns: Object.keys(campaignShape),
  questions: ['campaign', ...Object.keys(questionFields.shape)],
};

/** Those that are lists of texts. */
const LISTS = [
  ...['event.organizationTypes', 'event.tiers', 'event.dayFilters', 'event.rooms'],
  ...['agenda.speakers', 'questions.options'],
];

const PICTURE_PATH = /^(?:logo|(?:speakers|sponsors)\/[\w-][\w.-]*)\.(?:svg|png|jpe?g|webp)$/i;

/** A value as a pack reads it: without the space around it. A missing one is null; what shows nothing is missing. */
export function orNull(value: FieldValue | null | undefined): FieldValue | null {
  if (Array.isArray(value)) {
    const texts = value.map(trimmed).filter(Boolean);
    return texts.length > 0 ? texts : null;
  }
  return trimmed(value ?? '') || null;
}

const trimmed = (text: string) => (isBlank(text) ? '' : text.replaceAll('\r\n', '\n').trim());

export function isSameValue(one: FieldValue | null | undefined, other: FieldValue | null | undefined): boolean {
  const [first, second] = [orNull(one), orNull(other)];
  if (first === null || second === null || typeof first === 'string' || typeof second === 'string')
    return first === second;
  return first.length === second.length && first.every((text, index) => text === second[index]);
}

/** Why a field cannot have this value in any draft; undefined if it can, also where it cannot be published. */
export function fieldError(place: Place, field: string, value: FieldValue | null): string | undefined {
  const given = orNull(value);
  if (place === 'pictures') {
    if (!PICTURE_PATH.test(field)) return 'is not the name of a picture';
    return given === null || (typeof given === 'string' && SHA_256.test(given)) ? undefined : 'must be a SHA-256';
  }
  if (field === 'id' && place !== 'event') return 'cannot be changed';
  if (!FIELDS[place].includes(field)) return 'is not a known field';
  if (given === null) return undefined;
  const isList = LISTS.includes(`${place}.${field}`);
  if (isList !== Array.isArray(given)) return isList ? 'must be a list' : 'must be text';
  const texts = [given].flat();
  if (texts.length > TEXTS_MAX) return `has more than ${TEXTS_MAX} texts`;
  if (texts.some((text) => text.length > TEXT_MAX)) return `is longer than ${TEXT_MAX} characters`;
  return undefined;
}

/** By which field of each list its entries are called. */
export const LABELS: Record<ProgrammeList, string> = {
  agenda: 'title',
  speakers: 'name',
  sponsors: 'name',
  campaigns: 'title',
  questions: 'question',
};
