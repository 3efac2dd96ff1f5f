import type {
  FieldValue,
  Programme,
  ProgrammeEntry,
  ProgrammeList,
  ProgrammeRecord,
} from '@companion/contract/staff/programme';
import { mergeOrder, type Sides } from './mergeOrder.ts';
import { isSameValue, orNull } from './programmeFields.ts';

/** Who has changed a programme. */
export type Side = 'pack' | 'console';

/** A field that both sides have changed, or that one side has changed in an entry that the other has removed. */
export interface MergeConflict extends Sides<FieldValue | null> {
  list: ProgrammeList | ProgrammeRecord;
  /** Null for a record. */
  id: string | null;
  field: string;
  removedBy: Side | null;
}

type Fields = Record<string, FieldValue>;

/**
 * Merges what a pack and the console have made of one programme, field by field. What only one of them has changed is
 * taken, whoever it is.
 * @param prefer whose value is taken where both have changed a field. Without it each of these is a conflict, and the
 * programme has the console's value.
 */
export function mergeProgrammes(
  sides: Sides<Programme>,
  prefer?: Side,
): { programme: Programme; conflicts: MergeConflict[] } {
  const merge = new Merge(sides, prefer);
  const programme = {
    event: merge.record('event'),
    texts: merge.record('texts'),
    pictures: merge.record('pictures'),
    agenda: merge.list('agenda'),
    speakers: merge.list('speakers'),
    sponsors: merge.list('sponsors'),
    campaigns: merge.list('campaigns'),
    questions: merge.list('questions'),
  };
  return { programme: withPictures(programme, sides), conflicts: merge.conflicts };
}

class Merge {
  readonly conflicts: MergeConflict[] = [];
  readonly #sides: Sides<Programme>;
  readonly #prefer: Side | undefined;

  constructor(sides: Sides<Programme>, prefer: Side | undefined) {
    this.#sides = sides;
    this.#prefer = prefer;
  }

  record(name: ProgrammeRecord): Fields {
    const fields = mapSides(this.#sides, (programme) => programme[name]);
    if (name !== 'pictures') return this.#fields(name, null, fields);
    return withLogo(this.#fields(name, null, mapSides(fields, withoutLogo)));
  }

  list(name: ProgrammeList): ProgrammeEntry[] {
    const lists = mapSides(this.#sides, (programme) => programme[name]);
    const { base, pack, console } = mapSides(lists, (entries) => new Map(entries.map((entry) => [entry.id, entry])));
    const merged = new Map<string, ProgrammeEntry>();
    for (const id of new Set([...console.keys(), ...pack.keys()])) {
      const entry = this.#entry(name, id, { base: base.get(id), pack: pack.get(id), console: console.get(id) });
      if (entry) merged.set(id, entry);
    }
    const ids = mergeOrder(
      mapSides(lists, (entries) => entries.map(({ id }) => id)),
      merged,
    );
    return ids.flatMap((id) => merged.get(id) ?? []);
  }

  #entry(
    list: ProgrammeList,
    id: string,
    { base, pack, console }: Sides<ProgrammeEntry | undefined>,
  ): ProgrammeEntry | undefined {
    if (pack && console) return { id, ...this.#fields(list, id, { base: base ?? {}, pack, console }) };
    if (!base) return console ?? pack;
    // One side has removed it.
    const kept: Side = console ? 'console' : 'pack';
    const removedBy: Side = console ? 'pack' : 'console';
    const changed = namesIn(base, pack, console).filter(
      (field) => !isSameValue(base[field], (console ?? pack)?.[field]),
    );
    if (changed.length === 0) return undefined;
    for (const field of changed) {
      this.#report({
        ...{ list, id, field, removedBy },
        ...mapSides({ base, pack, console }, (entry) => orNull(entry?.[field])),
      });
    }
    return (this.#prefer ?? 'console') === kept ? (console ?? pack) : undefined;
  }

  #fields(list: MergeConflict['list'], id: string | null, fields: Sides<Fields>): Fields {
    const merged: Fields = {};
    for (const field of namesIn(fields.console, fields.pack)) {
      const values = mapSides(fields, (given) => orNull(given[field]));
      const { base, pack, console } = values;
      let value = isSameValue(console, base) ? pack : console;
      if (!isSameValue(pack, console) && !isSameValue(pack, base) && !isSameValue(console, base)) {
        this.#report({ list, id, field, removedBy: null, ...values });
        value = this.#prefer === 'pack' ? pack : console;
      }
      if (value !== null) merged[field] = value;
    }
    return merged;
  }

  #report(conflict: MergeConflict): void {
    if (!this.#prefer) this.conflicts.push(conflict);
  }
}

function mapSides<From, To>({ base, pack, console }: Sides<From>, map: (part: From) => To): Sides<To> {
  return { base: map(base), pack: map(pack), console: map(console) };
}

const namesIn = (...fields: (Fields | undefined)[]): string[] => [
  ...new Set(fields.flatMap((given) => Object.keys(given ?? {}))),
];

/** The event has one logo, whose file may have one of several endings: here it is one field. */
const LOGO = 'logo';
const isLogo = (name: string) => name.startsWith('logo.');

function withoutLogo(pictures: Fields): Fields {
  const logos = Object.entries(pictures).filter(([name]) => isLogo(name));
  const others = Object.entries(pictures).filter(([name]) => !isLogo(name));
  return { ...Object.fromEntries(others), ...(logos.length > 0 && { [LOGO]: logos.flat(2) }) };
}

function withLogo({ [LOGO]: logos = [], ...pictures }: Fields): Fields {
  const [flat, found] = [[logos].flat(), {} as Fields];
  for (let index = 0; index + 1 < flat.length; index += 2) found[flat[index] ?? ''] = flat[index + 1] ?? '';
  return { ...pictures, ...found };
}

/** Keeps the pictures that entries still name, though the other side has removed them with theirs. */
function withPictures(programme: Programme, { pack, console }: Sides<Programme>): Programme {
  const pictures = { ...programme.pictures };
  for (const [list, field] of [['speakers', 'picture'] as const, ['sponsors', 'logo'] as const]) {
    for (const entry of programme[list]) {
      const name = `${list}/${entry[field]}`;
      if (!entry[field] || pictures[name]) continue;
      const isOfConsole = console[list].some(
        ({ id, [field]: own }) => id === entry.id && isSameValue(own, entry[field]),
      );
      const picture = (isOfConsole ? console : pack).pictures[name];
      if (picture) pictures[name] = picture;
    }
  }
  return { ...programme, pictures };
}
