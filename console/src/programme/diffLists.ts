/** Neighbours of a list that stayed, were removed, or were added. */
export interface DiffRun<Item> {
  kind: 'same' | 'removed' | 'added';
  items: Item[];
}

/** Lists that differ by more show as one removed and the other added: no one reads a diff of so many pieces. */
const MAX_DIFFERENCES = 500;

/** The fewest removals and additions that make one list the other, by Myers' algorithm. */
export function diffLists<Item>(from: readonly Item[], to: readonly Item[]): DiffRun<Item>[] {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start++;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const [before, after] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  return joined([
    { kind: 'same', items: from.slice(0, start) },
    ...middle(before, after),
    { kind: 'same', items: from.slice(from.length - end) },
  ]);
}

function middle<Item>(from: Item[], to: Item[]): DiffRun<Item>[] {
  const replaced: DiffRun<Item>[] = [
    { kind: 'removed', items: from },
    { kind: 'added', items: to },
  ];
  if (from.length === 0 || to.length === 0) return replaced;
  const rounds = roundsOf(from, to);
  return rounds ? pathOf(rounds, from, to) : replaced;
}

/** How far into the first list each diagonal reaches, by its number: that of the place in `from` less that in `to`. */
type Reach = Map<number, number>;

/** Whether the path of this many differences comes to a diagonal by an addition, rather than a removal. */
const isAddition = (reach: Reach, diagonal: number, differences: number): boolean =>
  diagonal === -differences ||
  (diagonal !== differences && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));

/** What each diagonal has reached before each difference, until both lists end; undefined if there are too many. */
function roundsOf<Item>(from: Item[], to: Item[]): Reach[] | undefined {
  const rounds: Reach[] = [];
  let reach: Reach = new Map([[1, 0]]);
  for (let differences = 0; differences <= MAX_DIFFERENCES; differences++) {
    rounds.push(reach);
    const next: Reach = new Map();
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const isAdded = isAddition(reach, diagonal, differences);
      let x = isAdded ? (reach.get(diagonal + 1) ?? 0) : (reach.get(diagonal - 1) ?? 0) + 1;
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x++;
      next.set(diagonal, x);
      if (x >= from.length && x - diagonal >= to.length) return rounds;
    }
    reach = next;
  }
  return undefined;
}

/** Goes back from the end of both lists to their start. */
function pathOf<Item>(rounds: Reach[], from: Item[], to: Item[]): DiffRun<Item>[] {
  const runs: DiffRun<Item>[] = [];
  let x = from.length;
  let y = to.length;
  for (let differences = rounds.length - 1; differences > 0; differences--) {
    const reach = rounds[differences] ?? new Map();
    const isAdded = isAddition(reach, x - y, differences);
    const diagonal = isAdded ? x - y + 1 : x - y - 1;
    const beforeX = reach.get(diagonal) ?? 0;
    const beforeY = beforeX - diagonal;
    runs.push(
      { kind: 'same', items: from.slice(isAdded ? beforeX : beforeX + 1, x) },
      isAdded
        ? { kind: 'added', items: to.slice(beforeY, beforeY + 1) }
        : { kind: 'removed', items: from.slice(beforeX, beforeX + 1) },
    );
    [x, y] = [beforeX, beforeY];
  }
  return [{ kind: 'same' as const, items: from.slice(0, x) }, ...runs.reverse()];
}

/** Puts neighbours of a kind together; what is removed comes before what is added in its place. */
function joined<Item>(runs: DiffRun<Item>[]): DiffRun<Item>[] {
  const result: DiffRun<Item>[] = [];
  for (const { kind, items } of runs) {
    if (items.length === 0) continue;
    const last = result.at(-1);
    const beforeLast = result.at(-2);
    if (last?.kind === kind) last.items = [...last.items, ...items];
    else if (kind === 'removed' && last?.kind === 'added') {
      if (beforeLast?.kind === 'removed') beforeLast.items = [...beforeLast.items, ...items];
      else result.splice(-1, 0, { kind, items });
    } else result.push({ kind, items });
  }
  return result;
}
