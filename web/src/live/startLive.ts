import { type Connection, connect } from '@companion/client/live/connect';
import { joinTabs, type Tab } from '@companion/client/live/joinTabs';
import { openStream } from '@companion/client/live/openStream';
import { type ContentItem, getContent, sharedPart } from '@companion/contract/content';
import { getLiveState, LIVE_PATH, type ReadableLiveState, readableLiveState } from '@companion/contract/live';
import { getQuestions } from '@companion/contract/question';
import { type AppStore, api } from '../api/api.ts';
import { sendApart } from '../api/baseQuery.ts';
import { forgetReply } from '../api/knownReplies.ts';
import { readApi } from '../api/readApi.ts';
import { request } from '../api/request.ts';
import { API_HOST, reachability } from '../api/server.ts';
import { hasExpired } from '../api/tokenTime.ts';
import { liveChanged, type ShownLive } from '../session/liveSlice.ts';
import { selectIsOnline } from '../session/networkSlice.ts';
import { currentContent } from './currentContent.ts';
import { currentList } from './currentList.ts';
import { followAnnouncements } from './followAnnouncements.ts';
import { followRevisions } from './followRevisions.ts';
import { readAgain } from './readAgain.ts';

/** A tab that is hidden for this long needs nothing. */
const HIDDEN_MS = 10_000;

/** No answer travels for longer. */
const CLOCK_SET_MS = 20_000;

/** What has arrived of the state, and of the server's clock, and whether it came by a stream that is open. */
type ArrivedLive = Partial<ReadableLiveState & Pick<ShownLive, 'clockAheadMs'> & { isStreaming: boolean }>;

/**
 * Follows what is live in the name of the signed-in account, while the page is shown (decision 050). Returns a function
 * that stops it; it also ends at once when the account changes.
 */
export function startLive(store: AppStore): () => void {
  const accountId = store.getState().session.profile?.id;
  if (accountId === undefined) return () => {};
  const known: ArrivedLive = {};
  /** When the newest revision of each list was announced. */
  let revisedAt: ShownLive['unchangedSince'] = {};
  /** When the newest frame about the questions arrived, and which reading of the list has what it says. */
  let questionsAt = 0;
  let broughtTo: number | undefined;
  const revisions = followRevisions({
    refetch: (topic) => readAgain(store, topic),
    bring: (topic, from) => {
      const since = known[topic]?.changed?.since;
      if (since === undefined || from < since) return false;
      return topic === 'questions' ? bringQuestions() : bringContent();
    },
  });
  /** Items as they were when a frame removed them, by id: with what is the attendee's own, who is told why, and they may come back. */
  const gone = new Map<string, ContentItem>();
  const announcements = followAnnouncements(store, accountId, gone);
  const stopping = new AbortController();
  const { signal } = stopping;
  let tab: Tab<ArrivedLive> | undefined;
  let connection: Connection | undefined;
  let hiddenAt: number | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const isOver = () => signal.aborted || store.getState().session.profile?.id !== accountId;

  function show(update: ArrivedLive): void {
    // The leading tab also reports, without anything new, that it is there.
    if (isOver() || Object.keys(update).length === 0) return;
    const before = { ...known };
    Object.assign(known, update);
    if (update.stage || update.questions) questionsAt = Date.now();
    if (update.announcement) void announcements.follow(update.announcement);
    const brought = revisions.follow(update);
    for (const list of ['questions', 'agenda'] as const) {
      const isCurrent = brought.includes(list) || update[list]?.revision === before[list]?.revision;
      const isKnown = revisedAt[list] !== undefined && isCurrent;
      if (update[list] && !isKnown) revisedAt = { ...revisedAt, [list]: Date.now() };
    }
    const { stage = null, results = null, audienceQuestions = [], clockAheadMs = 0, isStreaming } = known;
    const shown = { stage, results, audienceQuestions, clockAheadMs, unchangedSince: isStreaming ? revisedAt : {} };
    store.dispatch(liveChanged({ accountId: accountId ?? '', ...shown }));
    const isNew = update.stage && update.stage.questionId !== before.stage?.questionId;
    if (isNew && !bringQuestions()) revisions.plan('questions');
  }
  /**
   * Shows in the list what the frames say, so that it need not be read (decision 060). A list that is being read gets it
   * as it arrives.
   * @returns whether the list is current then
   */
  function bringQuestions(): boolean {
    const { data, status, startedTimeStamp } = selectQuestions(store.getState());
    if (!data || status === 'pending') return status !== 'rejected';
    broughtTo = startedTimeStamp;
    const list = currentList(data, known);
    if (!list) return false;
    if (list === data) return true;
    // Its ETag is that of the list before.
    forgetReply(new URL(request(getQuestions).url, window.location.href).href);
    store.dispatch(readApi.util.updateQueryData('getQuestions', undefined, () => list));
    for (const { campaignId, id, closed } of list.filter((question) => !data.includes(question))) {
      const update = (question: { closed: boolean }) => void Object.assign(question, { closed });
      store.dispatch(readApi.util.updateQueryData('getQuestion', { campaignId, questionId: id }, update));
    }
    return true;
  }
  /** The same for sessions, speakers and sponsors (decision 063). A list that is being read is read again. */
  function bringContent(): boolean {
    const { data, status } = selectContent(store.getState());
    const changed = known.agenda?.changed;
    if (!changed || status === 'pending') return false;
    // A list that could not be read is read again.
    if (!data) return status !== 'rejected';
    forgetReply(new URL(request(getContent).url, window.location.href).href);
    for (const item of data) if (changed.removed.includes(item.id)) gone.set(item.id, item);
    store.dispatch(
      readApi.util.updateQueryData('getContent', undefined, (list) => currentContent(list, changed, gone)),
    );
    if (changed.removed.length > 0) store.dispatch(api.util.invalidateTags(['RemovedContent']));
    for (const { after: _, isBack: __, ...item } of changed.items) {
      const { id: contentId, campaignId } = item;
      const update = (shown: object) => void Object.assign(shown, sharedPart(item));
      store.dispatch(readApi.util.updateQueryData('getContentItem', { campaignId, contentId }, update));
    }
    // Of one that was removed before the app started, only the server has what is the attendee's own.
    return changed.items.every(({ id, isBack }) => !isBack || gone.has(id));
  }
  /** A list that was asked for before the newest frame may lack what that says. */
  function bringArrived(): void {
    const { status, startedTimeStamp = 0 } = selectQuestions(store.getState());
    if (status !== 'fulfilled' || startedTimeStamp === broughtTo || startedTimeStamp > questionsAt) return;
    if (!bringQuestions()) revisions.plan('questions');
  }
  /** Shows what arrived here, in every tab. */
  function arrive(update: ArrivedLive): void {
    show(update);
    tab?.post(update);
  }
  /** An answer's time lacks the fraction of a second and its way here, so it is always behind: the one furthest ahead is closest. */
  function seeClock(answeredAt: number): void {
    const clockAheadMs = answeredAt - Date.now();
    const best = known.clockAheadMs ?? Number.NEGATIVE_INFINITY;
    // Much further behind than any answer is on its way: the phone's own clock was set forward.
    if (clockAheadMs > best || clockAheadMs < best - CLOCK_SET_MS) arrive({ clockAheadMs });
  }

  async function readState(): Promise<boolean> {
    // The stream is how this is shown, so a failure shows nothing.
    const { data, meta } = await sendApart({ ...request(getLiveState), silent: true }, 'query', { ...store, signal });
    const answer = getLiveState.read.safeParse(data);
    if (isOver() || !answer.success) return false;
    seeClock(meta?.answeredAt ?? Number.NaN);
    arrive(answer.data.results);
    return true;
  }

  const lead = () => {
    show({ isStreaming: false });
    connection = connect({
      readState,
      openStream: async (listener, cut) => {
        const { accessToken: token } = store.getState().session;
        if (token && hasExpired(token, Date.now())) await readState();
        const end = await openStream(
          {
            ...listener,
            url: `${API_HOST}/api${LIVE_PATH}`,
            headers: { Authorization: `Bearer ${store.getState().session.accessToken ?? ''}` },
            onHeaders: (headers) => seeClock(Date.parse(headers.get('date') ?? '')),
            onEvent: ({ event = '', data }) => {
              const update = readFrame(event, data);
              if (!update || isOver()) return;
              listener.onFrame();
              reachability.answered();
              arrive({ ...update, isStreaming: true });
            },
          },
          cut,
        );
        arrive({ isStreaming: false });
        return end;
      },
      mayStream: !savesData(),
      isOnStage: () => Boolean(known.stage),
      isOnline: () => selectIsOnline(store.getState()),
      onReachable: (listener) => reachability.onReachable(listener),
      reportFailure: () => reachability.failed(),
    });
    return () => {
      connection?.close();
      connection = undefined;
    };
  };

  const join = (isReturn: boolean) => {
    tab ??= joinTabs<ArrivedLive>({ accountId, isReturn, lead, known: () => known, onUpdate: show });
  };
  const leave = () => {
    clearTimeout(hiding);
    tab?.leave();
    tab = undefined;
    // The attendee may have used another device in between, of which no revision tells.
    revisedAt = {};
    show({ isStreaming: false });
  };
  const onShown = () => {
    clearTimeout(hiding);
    // A phone that has slept runs no timers.
    if (hiddenAt !== undefined && Date.now() - hiddenAt >= HIDDEN_MS) leave();
    hiddenAt = undefined;
    if (tab) connection?.refresh();
    else join(true);
  };
  const onHidden = () => {
    hiddenAt ??= Date.now();
    clearTimeout(hiding);
    hiding = setTimeout(leave, HIDDEN_MS);
  };
  const stop = () => {
    stopping.abort();
    leave();
    revisions.stop();
    announcements.stop();
    stopFollowing();
  };

  const stopFollowing = store.subscribe(() => {
    if (isOver()) stop();
    else bringArrived();
  });
  document.addEventListener('visibilitychange', () => (document.hidden ? onHidden() : onShown()), { signal });
  // A page with an open stream cannot be kept for going back.
  window.addEventListener('pagehide', leave, { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && onShown(), { signal });
  if (document.hidden) onHidden();
  else join(false);
  return stop;
}

const selectContent = readApi.endpoints.getContent.select();
const selectQuestions = readApi.endpoints.getQuestions.select();

/** A frame of the stream; undefined for one that this version of the app does not know, or cannot read. */
function readFrame(event: string, data: string): Partial<ReadableLiveState> | undefined {
  if (!Object.hasOwn(readableLiveState.shape, event)) return undefined;
  const schema = readableLiveState.shape[event as keyof ReadableLiveState];
  try {
    const { success, data: value } = schema.safeParse(JSON.parse(data));
    return success ? { [event]: value } : undefined;
  } catch {
    return undefined;
  }
}

/** The data-saving preference is not in every browser. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
