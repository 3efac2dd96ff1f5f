/**
 * Does what was pressed, one after the other: a key that is pressed while a change is under way acts on the state after
 * it. The same key pressed again before its turn is over is impatience, and counts once.
 * @param perform does one act; false if it could not, after which nothing that was pressed on top of it is done
 * @param show is given what is still to be done, the first of which is under way
 */
export function pressQueue<Act>(perform: (act: Act) => Promise<boolean>, show: (pending: readonly Act[]) => void) {
  let pending: readonly Act[] = [];
  const set = (acts: readonly Act[]) => {
    pending = acts;
    show(pending);
  };
  const work = async () => {
    for (let act = pending[0]; act !== undefined; act = pending[0]) {
      const isDone = await perform(act).catch(() => false);
      set(isDone ? pending.slice(1) : []);
    }
  };
  return (act: Act): void => {
    if (pending.at(-1) === act) return;
    set([...pending, act]);
    if (pending.length === 1) void work();
  };
}
