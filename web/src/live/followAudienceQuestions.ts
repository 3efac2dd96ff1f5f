import type { ChangedAudienceQuestions } from '@companion/contract/live';

/** The phones that show the questions of a session read them again within this time, each at a random moment. */
const SPREAD_MS = 1500;
/** After upvotes alone, which in a full hall change all the time. */
const UPVOTES_SPREAD_MS = 4000;

/**
 * Reads the questions from the hall to a session again when they have changed.
 * @param known what was announced when they were read first
 */
export function followAudienceQuestions(
  read: () => void,
  known: ChangedAudienceQuestions | undefined,
  random: () => number = Math.random,
) {
  let newest = known;
  let isReading = false;
  let planned: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;

  const cancel = () => {
    clearTimeout(planned?.timer);
    planned = undefined;
  };
  const readAgain = () => {
    planned = undefined;
    // What is being read may be older: it is planned anew afterwards.
    if (isReading) return;
    known = newest;
    read();
  };
  return {
    /** @param isBusy whether they are being read */
    follow: (announced: ChangedAudienceQuestions | undefined, isBusy: boolean) => {
      // No longer announced: other sessions have changed since.
      newest = announced ?? newest;
      isReading = isBusy;
      const isModerated = newest?.revision !== known?.revision;
      if (isReading || (!isModerated && newest?.upvotes === known?.upvotes)) return;
      const at = performance.now() + random() * (isModerated ? SPREAD_MS : UPVOTES_SPREAD_MS);
      if (planned && planned.at <= at) return;
      cancel();
      planned = { at, timer: setTimeout(readAgain, at - performance.now()) };
    },
    stop: cancel,
  };
}
