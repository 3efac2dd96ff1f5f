import { isMap, parseDocument } from 'yaml';
import { parseYaml } from '../event/yamlFile.ts';
import { InputError } from '../platform/inputError.ts';

/** Sets the time zone and the days of an event in its event.yaml and leaves the rest of the file unchanged. */
export function updateEventYaml(
  before: string,
  { timeZone, firstDay, days }: { timeZone: string; firstDay: string; days: number },
): { text: string; changes: string[] } {
  const [error] = parseYaml(before).errors;
  if (error) throw new InputError(`event.yaml:${error.line} of the pack cannot be read: ${error.text}`);
  const document = parseDocument(before, { schema: 'failsafe' });
  if (!isMap(document.contents))
    throw new InputError('event.yaml of the pack is not a map of keys and values. Correct it and import again.');
  const changes: string[] = [];
  // Days are never removed: the pack's own entries may be on them.
  const daysBefore = Number(document.get('days')) || 0;
  for (const [key, value] of Object.entries({ timeZone, firstDay, days: String(Math.max(days, daysBefore)) })) {
    const old = document.get(key);
    if (old === value) continue;
    changes.push(old === undefined ? `${key} ${value}` : `${key} ${old} -> ${value}`);
    document.set(key, document.createNode(value));
  }
  return {
    text: changes.length > 0 ? document.toString({ lineWidth: 0, flowCollectionPadding: false }) : before,
    changes,
  };
}
