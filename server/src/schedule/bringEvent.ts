import { isMap, parseDocument } from 'yaml';
import { parseYaml } from '../event/yamlFile.ts';
import { InputError } from '../platform/errors.ts';

/** Sets when an event is in its event.yaml; nothing else of the file changes. @returns with what changed */
export function bringEvent(
  before: string,
  { timeZone, firstDay, days }: { timeZone: string; firstDay: string; days: number },
): { text: string; changes: string[] } {
  const [error] = parseYaml(before).errors;
  if (error) throw new InputError(`event.yaml:${error.line} of the pack cannot be read: ${error.text}`);
  const document = parseDocument(before, { schema: 'failsafe' });
  if (!isMap(document.contents)) throw new InputError('event.yaml of the pack must be keys with values.');
  const changes: string[] = [];
  // A day that a pack has stays: its own entries may be on it.
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
