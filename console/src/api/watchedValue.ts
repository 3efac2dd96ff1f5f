export interface WatchedValue<Value> {
  get(): Value;
  /** Sets the value, and calls those who watch it. */
  set(value: Value): void;
  /** Calls a function after each change. Returns a function that stops it. */
  watch(listener: () => void): () => void;
}

/** A value outside of the screens that show it: made for `useSyncExternalStore`. */
export function watchedValue<Value>(initial: Value): WatchedValue<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
