/** Addresses that people copy from their browser, and where the data is that they show. */
const KNOWN: [page: RegExp, data: (found: string[]) => string][] = [
  // Any view of Sessionize: the one of all has sessions and speakers.
  [/^https:\/\/sessionize\.com\/api\/v2\/(\w+)/i, ([, id]) => `https://sessionize.com/api/v2/${id}/view/All`],
  // The public schedule of pretalx.
  [/^(https:\/\/[^?#]+\/schedule)\/?(?:[?#]|$)/i, ([, page]) => `${page}/export/schedule.json`],
  [
    /^https:\/\/docs\.google\.com\/spreadsheets\/d\/([\w-]+)\/(?:edit|view)?(?:.*[#&?]gid=(\d+))?/i,
    ([, id, sheet = '0']) => `https://docs.google.com/spreadsheets/d/${id}/export?format=csv&gid=${sheet}`,
  ],
];

/** Where the schedule is whose page someone has copied the address of. */
export function scheduleAddress(typed: string): string {
  for (const [page, data] of KNOWN) {
    const found = page.exec(typed);
    if (found) return data(found);
  }
  return typed;
}
