import type { Announcement, AnnouncementState } from '@companion/contract/announcement';
import type { ContentItem } from '@companion/contract/content';
import { announcementApi } from '../api/announcementApi.ts';
import type { AppStore } from '../api/api.ts';
import { keepAnnouncements, readKeptAnnouncements } from '../api/keptAnnouncements.ts';
import { readApi } from '../api/readApi.ts';

/** After the start of the app: phones start at different moments. */
const START_SPREAD_MS = 1500;
/** All phones are told of a change at one moment, and few of them are concerned. */
const PERSONAL_SPREAD_MS = 10_000;
/** Where a session that the attendee saved has moved, the walk to it may have begun. */
const SAVED_SPREAD_MS = 750;

/**
 * Keeps the announcements of the account in the API's cache. Those for all come with the frames; the others are read when
 * their mark has changed (decision 066).
 * @param gone sessions that are no longer in the list, as they were in it: one that the attendee saved may be cancelled
 */
export function followAnnouncements(store: AppStore, accountId: string, gone: ReadonlyMap<string, ContentItem>) {
  const { getAnnouncements } = announcementApi.endpoints;
  let subscription: ReturnType<typeof subscribe> | undefined;
  /** The mark that the personal ones on the phone belong to; undefined until it is known. */
  let personal: string | undefined;
  let announced: AnnouncementState | undefined;
  let planned: ReturnType<typeof setTimeout> | undefined;
  let hasFollowed = false;
  /** Whether the phone has any; most never do, and write nothing. */
  let hasKept = false;
  let hasStopped = false;

  const isOver = () => hasStopped || store.getState().session.profile?.id !== accountId;
  const subscribe = () => store.dispatch(getAnnouncements.initiate());
  const shown = () => getAnnouncements.select()(store.getState()).data ?? [];
  const show = (announcements: Announcement[]) => {
    const entry = { endpointName: 'getAnnouncements', arg: undefined, value: announcements } as const;
    store.dispatch(announcementApi.util.upsertQueryEntries([entry]));
    // It is in the cache, so nothing is asked. Without a subscriber it would be dropped.
    subscription ??= subscribe();
  };
  const keep = () => {
    const kept = { announcements: shown(), personal: personal ?? '' };
    const hasAny = kept.announcements.length > 0 || kept.personal !== '';
    if (hasAny || hasKept) keepAnnouncements(accountId, kept);
    hasKept = hasAny;
  };

  const restore = async () => {
    const kept = await readKeptAnnouncements(accountId);
    hasKept = kept !== undefined;
    // What has arrived meanwhile is newer, but lacks what only this phone has read.
    if (!kept || isOver() || personal !== undefined) return;
    personal = kept.personal;
    show(announced ? [...announced.forAll, ...kept.announcements.filter(isPersonal)] : kept.announcements);
  };
  const restored = restore();

  const readOwn = async () => {
    planned = undefined;
    const mark = announced?.personal;
    const { data: own, isSuccess } = (await subscription?.refetch()) ?? {};
    if (isOver()) return;
    if (!own || !isSuccess) return plan(PERSONAL_SPREAD_MS);
    personal = mark;
    keep();
    if (announced?.personal !== mark) plan(PERSONAL_SPREAD_MS);
  };
  const plan = (spreadMs: number) => {
    planned ??= setTimeout(() => void readOwn(), Math.random() * spreadMs);
  };
  const hasSavedOneOf = (ids: string[]) =>
    [...(selectContent(store.getState()).data ?? []), ...gone.values()].some(
      ({ id, saved }) => saved && ids.includes(id),
    );

  return {
    follow: async (state: AnnouncementState) => {
      announced = state;
      await restored;
      if (isOver() || announced !== state) return;
      const isFirst = !hasFollowed;
      hasFollowed = true;
      if (state.personal === '') personal = '';
      show([...state.forAll, ...(state.personal === '' ? [] : shown().filter(isPersonal))]);
      keep();
      if (state.personal === personal) return;
      if (hasSavedOneOf(state.justTold ?? [])) {
        clearTimeout(planned);
        planned = undefined;
        plan(SAVED_SPREAD_MS);
      } else plan(isFirst ? START_SPREAD_MS : PERSONAL_SPREAD_MS);
    },
    stop: () => {
      hasStopped = true;
      clearTimeout(planned);
      subscription?.unsubscribe();
    },
  };
}

const selectContent = readApi.endpoints.getContent.select();

const isPersonal = (one: Announcement): boolean => one.isPersonal;
