/** What is to happen in a simulation, in the order of time; at the same time, in the order in which it was planned. */
export class EventQueue<Event> {
  readonly #heap: { at: number; order: number; event: Event }[] = [];
  #planned = 0;

  plan(at: number, event: Event): void {
    const heap = this.#heap;
    const entry = { at, order: this.#planned++, event };
    let place = heap.length;
    heap.push(entry);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (!above || isBefore(above, entry)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = entry;
  }

  next(): { at: number; event: Event } | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      let below = heap[child];
      const right = heap[child + 1];
      if (below && right && isBefore(right, below)) {
        child += 1;
        below = right;
      }
      if (!below || isBefore(last, below)) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

const isBefore = (one: { at: number; order: number }, other: { at: number; order: number }): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);
