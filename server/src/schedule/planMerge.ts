import type { Outcome } from './importReport.ts';
import type { PackEntry } from './packEntries.ts';

/** An entry of a list before an import, as plain data. */
export type KnownEntry = Readonly<Record<string, unknown>>;
/** The entries before an import, by id, in their order. */
export type KnownEntries = ReadonlyMap<string, KnownEntry>;

export interface FieldChange {
  key: string;
  /** As it is there; undefined if it is not. */
  before: unknown;
  /** Null removes the key. */
  value: string | string[] | null;
}

/** What an import makes of one list. */
export interface MergePlan {
  /** What is in the source, in its order. */
  entries: { id: string; isNew: boolean; changes: FieldChange[] }[];
  /** Ids of entries that were imported before and are not in the source: those that stay, and those that go. */
  kept: string[];
  removed: string[];
  /** One for each entry that is or was imported. */
  rows: { outcome: Outcome; id: string; text: string }[];
  /** The organizer's own entries, and those that are kept. */
  others: KnownEntry[];
  /** How many imported entries there were before. */
  imported: number;
}

/**
 * Compares imported entries with a list. An entry whose id does not begin with `prefix` is the organizer's own and stays
 * unchanged; so do keys that the import does not know.
 * @param stays returns the reason to keep an imported entry that is not among `entries`; undefined to remove it
 */
export function planMerge(
  known: KnownEntries,
  {
    prefix,
    entries,
    stays,
  }: { prefix: string; entries: PackEntry[]; stays(id: string, entry: KnownEntry): string | undefined },
): MergePlan {
  const plan: MergePlan = { entries: [], kept: [], removed: [], rows: [], others: [], imported: 0 };
  const wanted = new Set(entries.map(({ id }) => id));
  const kept: KnownEntry[] = [];
  for (const [id, entry] of known) {
    if (!id.startsWith(prefix)) {
      plan.others.push(entry);
      continue;
    }
    plan.imported += 1;
    if (wanted.has(id)) continue;
    const why = stays(id, entry);
    plan.rows.push(why ? { outcome: 'kept', id, text: why } : { outcome: 'removed', id, text: titleOf(entry) });
    (why ? plan.kept : plan.removed).push(id);
    if (why) kept.push(entry);
  }
  plan.others.push(...kept);
  for (const { id, fields, label } of entries) {
    const before = known.get(id);
    const changes = changesOf(before ?? {}, fields);
    const outcome = !before ? 'new' : changes.length > 0 ? 'changed' : 'unchanged';
    const changed = outcome === 'changed' ? `: ${changes.map(describeChange).join(', ')}` : '';
    plan.entries.push({ id, isNew: !before, changes });
    plan.rows.push({ outcome, id, text: `${label}${changed}` });
  }
  return plan;
}

const changesOf = (before: KnownEntry, fields: PackEntry['fields']): FieldChange[] =>
  Object.entries(fields).flatMap(([key, value]) =>
    value === undefined || JSON.stringify(plain(before[key])) === JSON.stringify(value)
      ? []
      : { key, before: before[key], value },
  );

/** Returns null for an empty value, which is the same as a missing one. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || null;
  return value === undefined || (Array.isArray(value) && value.length === 0) ? null : value;
}

/** The key, with old and new value if both are short. */
function describeChange({ key, before, value }: FieldChange): string {
  const old = plain(before);
  return isShort(old) && isShort(value) ? `${key} ${old} -> ${value}` : key;
}

const isShort = (value: unknown) => typeof value === 'string' && value.length <= 60 && !value.includes('\n');

function titleOf({ title, name }: KnownEntry): string {
  const named = title ?? name;
  return typeof named === 'string' ? named : '';
}
