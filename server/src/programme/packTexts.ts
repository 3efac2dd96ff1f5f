import type { FieldValue, Programme, ProgrammeEntry } from '@companion/contract/staff/programme';
import { editYamlList, editYamlMap } from '../event/editYaml.ts';
import { parseYaml } from '../event/yamlFile.ts';
import { plainOf, type WantedEntry, type WantedMap } from '../event/yamlNodes.ts';
import { TEXT_FILES, YAML_FILES } from './packProgramme.ts';
import { FIELDS, isSameValue, orNull } from './programmeFields.ts';

/**
 * The texts of a pack with this programme, by file.
 * @param before the texts of the pack as it is: what the programme does not change keeps every byte
 */
export function packTexts(programme: Programme, before: ReadonlyMap<string, string>): Map<string, string> {
  const textOf = (file: string) => before.get(file) ?? '';
  const { helpDeskEmail: email, helpDeskPhone: phone, ...event } = programme.event;
  const lists = (['agenda', 'speakers', 'sponsors'] as const).map((list) => {
    const file = YAML_FILES[list];
    return [
      file,
      editYamlList(textOf(file), file, wantedEntries(list, programme[list], entriesIn(textOf(file)))),
    ] as const;
  });
  const { event: eventFile, campaigns: campaignsFile } = YAML_FILES;
  return new Map([
    [
      eventFile,
      editYamlMap(textOf(eventFile), eventFile, { ...wanted('event', event), helpDesk: helpDesk(email, phone) }),
    ],
    ...lists,
    [
      campaignsFile,
      editYamlList(textOf(campaignsFile), campaignsFile, wantedCampaigns(programme, textOf(campaignsFile))),
    ],
    ...Object.entries(TEXT_FILES).map(
      ([field, file]) => [file, markdownText(before.get(file), programme.texts[field])] as const,
    ),
  ]);
}

const helpDesk = (email: FieldValue | undefined, phone: FieldValue | undefined): WantedMap => ({
  email: orNull(email),
  phone: orNull(phone),
});

function wantedCampaigns({ campaigns, questions }: Programme, before: string): WantedEntry[] {
  const known = entriesIn(before);
  return wantedEntries('campaigns', campaigns, known).map((campaign) => {
    const { place, fields } = campaign;
    const own = questions.filter((question) => question.campaign === fields.id).map(({ campaign: _, ...own }) => own);
    // The questions that the campaign has in the file.
    const { questions: old } = recordOf(place === undefined ? undefined : known[place]);
    return { place, fields: { ...fields, questions: wantedEntries('questions', own, Array.isArray(old) ? old : []) } };
  });
}

type List = 'agenda' | 'speakers' | 'sponsors' | 'campaigns' | 'questions';

/** @param known the entries of the file */
function wantedEntries(list: List, entries: ProgrammeEntry[], known: unknown[]): WantedEntry[] {
  const places = new Map(known.map((entry, place) => [plainOf(recordOf(entry).id), place]));
  return entries.map((entry) => ({ place: places.get(entry.id), fields: wanted(list, entry) }));
}

/** Every field, so that one which is missing is removed, in the order in which people write them. */
function wanted(place: List | 'event', fields: Record<string, FieldValue>): WantedMap {
  const names = FIELDS[place].filter((name) => name !== 'campaign' && !name.startsWith('helpDesk'));
  return Object.fromEntries(names.map((name) => [name, orNull(fields[name])]));
}

function entriesIn(text: string): unknown[] {
  const { data } = parseYaml(text);
  return Array.isArray(data) ? data : [];
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function markdownText(before: string | undefined, value: FieldValue | undefined): string {
  const text = String(orNull(value) ?? '');
  if (before !== undefined && isSameValue(before, text)) return before;
  return (text && `${text}\n`).replaceAll('\n', before?.includes('\r\n') ? '\r\n' : '\n');
}
