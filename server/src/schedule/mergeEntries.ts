import { editYamlList, editYamlMap } from '../event/editYaml.ts';
import { parseYaml } from '../event/yamlFile.ts';
import { InputError } from '../platform/inputError.ts';
import { isRecord } from './coerce.ts';
import type { FieldChange, KnownEntries, MergePlan } from './planMerge.ts';

/** Returns the entries of a list of the pack by id, as plain data. @throws InputError if the file is not a list */
export function knownEntries(text: string, file: string): KnownEntries {
  return new Map([...placesIn(text, file)].map(([id, { entry }]) => [id, entry]));
}

/** The entries that have an id, each with its place in the list. */
function placesIn(text: string, file: string): Map<string, { place: number; entry: Record<string, unknown> }> {
  const entries = dataOf(text, file) || [];
  if (!Array.isArray(entries)) throw new InputError(`${file} of the pack is not a list. Correct it and import again.`);
  return new Map(
    entries.flatMap((entry: unknown, place) =>
      isRecord(entry) && typeof entry.id === 'string' ? [[entry.id, { place, entry }] as const] : [],
    ),
  );
}

/**
 * Writes a plan into a list of the pack: the organizer's own entries, including their comments, then what is kept, then
 * what is imported.
 * @param prefix of imported ids, for the comment of a new file
 * @returns the new content of the file, identical byte for byte if nothing changes
 */
export function mergeEntries(before: string, file: string, plan: MergePlan, prefix: string): string {
  const places = placesIn(before, file);
  const placeOf = (id: string) => places.get(id)?.place;
  const moving = new Set([...plan.entries.map(({ id }) => id), ...plan.kept, ...plan.removed].map(placeOf));
  const data: unknown = dataOf(before, file);
  const all = Array.isArray(data) ? [...data.keys()] : [];
  const own = all.filter((place) => !moving.has(place));
  const after = editYamlList(before, file, [
    ...[...own, ...plan.kept.map(placeOf)].map((place) => ({ place, fields: {} })),
    ...plan.entries.map(({ id, changes }) => ({ place: placeOf(id), fields: { id, ...wantedOf(changes) } })),
  ]);
  const note = `# Ids that begin with ${prefix} are imported: change them at their source. All others are yours.\n\n`;
  return before.trim() ? after : note + after;
}

/** The keys of event.yaml as plain data. @throws InputError if it has none */
export function knownEvent(text: string): Record<string, unknown> {
  const data = dataOf(text, 'event.yaml');
  if (isRecord(data)) return data;
  throw new InputError('event.yaml of the pack is not a map of keys and values. Correct it and import again.');
}

/** Sets keys of event.yaml and leaves the rest of the file unchanged. */
export const updateEventYaml = (before: string, changes: FieldChange[]): string =>
  editYamlMap(before, 'event.yaml', wantedOf(changes));

const wantedOf = (changes: FieldChange[]) => Object.fromEntries(changes.map(({ key, value }) => [key, value]));

function dataOf(text: string, file: string): unknown {
  const { data, errors } = parseYaml(text);
  const [error] = errors;
  if (error) throw new InputError(`${file}:${error.line} of the pack cannot be read: ${error.text}`);
  return data;
}
