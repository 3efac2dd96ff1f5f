const STORAGE_KEY = '_agendaUnfolded';

/**
 * The days, by the instant their first session begins, whose past sessions are unfolded.
 * @param entry the key of the history entry they belong to: another visit of the agenda begins folded
 */
export function readUnfoldedDays(entry: string): number[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    const { key, days } = Object(stored);
    return key === entry && Array.isArray(days) ? days.filter((day) => typeof day === 'number') : [];
  } catch {
    // No storage (blocked by the browser), or no JSON: all are folded.
    return [];
  }
}

export function writeUnfoldedDays(entry: string, days: readonly number[]): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ key: entry, days }));
  } catch {
    // Full or blocked: they fold again when the page is left.
  }
}
