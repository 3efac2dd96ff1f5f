import type { FieldValue, Programme, ProgrammeEntry } from '@companion/contract/staff/programme';
import type { PackParts } from '../event/packParts.ts';
import type { PackSource } from '../event/packSource.ts';
import { orNull } from './programmeFields.ts';

/** The file of each text. */
export const TEXT_FILES: Record<string, string> = {
  welcome: 'welcome.md',
  thanks: 'thanks.md',
  about: 'about.md',
  privacyPolicy: 'privacy-policy.md',
};
/** The file of each list, and of the event; questions are in that of their campaigns. */
export const YAML_FILES = {
  event: 'event.yaml',
  agenda: 'agenda.yaml',
  speakers: 'speakers.yaml',
  sponsors: 'sponsors.yaml',
  campaigns: 'campaigns.yaml',
} as const;

type Fields = Record<string, FieldValue>;

/** The programme of a valid pack that was read from its folder. */
export function programmeOf(source: PackSource): Programme {
  const { helpDesk, ...event } = dataOf<Fields & { helpDesk: Fields }>(source, YAML_FILES.event);
  const campaigns = dataOf<(ProgrammeEntry & { questions: unknown })[]>(source, YAML_FILES.campaigns);
  const texts = Object.entries(TEXT_FILES).map(([name, file]) => [name, source.texts.get(file)] as const);
  return {
    event: {
      ...given(event),
      ...given({ helpDeskEmail: helpDesk.email, helpDeskPhone: helpDesk.phone }),
    },
    texts: given(Object.fromEntries(texts)),
    pictures: Object.fromEntries(source.pictures),
    agenda: entriesOf(dataOf(source, YAML_FILES.agenda)),
    speakers: entriesOf(dataOf(source, YAML_FILES.speakers)),
    sponsors: entriesOf(dataOf(source, YAML_FILES.sponsors)),
    campaigns: entriesOf(campaigns.map(({ questions: _, ...campaign }) => campaign)),
    questions: campaigns.flatMap(({ id, questions }) =>
      // As above: the pack is valid.
      entriesOf(questions as ProgrammeEntry[]).map(({ id: own, ...question }) => ({
        id: own,
        campaign: id,
        ...question,
      })),
    ),
  };
}

// A valid pack has texts and lists of texts only, and its entries have ids.
const dataOf = <Data>(source: PackSource, file: string): Data => source.dataOf(file) as Data;

const entriesOf = (entries: ProgrammeEntry[]): ProgrammeEntry[] =>
  entries.map(({ id, ...fields }) => ({ id: id.trim(), ...given(fields) }));

/** Without the fields that are missing or empty. */
function given(fields: Record<string, FieldValue | undefined>): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const there = orNull(value);
      return there === null ? [] : [[name, there]];
    }),
  );
}

/**
 * A programme as the parts of a pack, so that it is checked as one.
 * @param picture finds a picture of this name by its SHA-256
 */
export function programmeParts(
  programme: Programme,
  picture: (name: string, sha256: string) => ReturnType<PackParts['picture']>,
): PackParts {
  return {
    text: async (file) => {
      const name = Object.keys(TEXT_FILES).find((text) => TEXT_FILES[text] === file) ?? '';
      return Buffer.from(String(programme.texts[name] ?? ''));
    },
    data: (file) => packData(programme)[file],
    picture: async (file) => {
      const sha256 = programme.pictures[file];
      return typeof sha256 === 'string' ? picture(file, sha256) : undefined;
    },
  };
}

/** What each YAML file of a pack with this programme holds. */
export function packData(programme: Programme): Record<string, unknown> {
  const { helpDeskEmail: email = '', helpDeskPhone: phone = '', ...event } = programme.event;
  const questions = Map.groupBy(programme.questions, ({ campaign }) => campaign);
  return {
    [YAML_FILES.event]: { ...given(event), helpDesk: { email, phone } },
    [YAML_FILES.agenda]: entriesOf(programme.agenda),
    [YAML_FILES.speakers]: entriesOf(programme.speakers),
    [YAML_FILES.sponsors]: entriesOf(programme.sponsors),
    [YAML_FILES.campaigns]: entriesOf(programme.campaigns).map((campaign) => ({
      ...campaign,
      questions: entriesOf(questions.get(campaign.id) ?? []).map(({ campaign: _, ...question }) => question),
    })),
  };
}
