const STORAGE_KEY = '_agendaUnfolded';

/**
 * The days whose past sessions are unfolded, each as the start of its first session.
 * @param entry the key of the history entry: another visit of the agenda starts folded
 */
export function readUnfoldedDays(entry: string): number[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    const { key, days } = Object(stored);
    return key === entry && Array.isArray(days) ? days.filter((day) => typeof day === 'number') : [];
  } catch {
    // No storage or no JSON: all days are folded.
    return [];
  }
}

export function writeUnfoldedDays(entry: string, days: readonly number[]): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ key: entry, days }));
  } catch {
    // Storage is full or blocked: the days fold again when the page is left.
  }
}
