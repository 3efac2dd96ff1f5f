/** What both sides have begun with, and what each of them has made of it. */
export interface Sides<Part> {
  base: Part;
  pack: Part;
  console: Part;
}

/**
 * The order of a list's ids: that of the pack if only the pack has changed it, else that of the console. What only the
 * other side has comes after the entry that it follows there.
 * @param kept the ids that the merged list has
 */
export function mergeOrder(ids: Sides<string[]>, kept: { has(id: string): boolean }): string[] {
  const isChanged = (side: string[]) => {
    const [old, now] = [new Set(ids.base), new Set(side)];
    const before = ids.base.filter((id) => now.has(id));
    return side.filter((id) => old.has(id)).some((id, index) => id !== before[index]);
  };
  const byPack = isChanged(ids.pack) && !isChanged(ids.console);
  const [leading, other] = byPack ? [ids.pack, ids.console] : [ids.console, ids.pack];
  const order = leading.filter((id) => kept.has(id));
  const placed = new Set(order);
  let place = 0;
  for (const id of other) {
    if (!kept.has(id)) continue;
    if (placed.has(id)) place = order.indexOf(id) + 1;
    else {
      order.splice(place, 0, id);
      placed.add(id);
      place += 1;
    }
  }
  return order;
}
