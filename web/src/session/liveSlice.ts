import type { LiveState } from '@companion/contract/live';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sharedStorage } from './safeStorage.ts';
import { setCredentials, signOut } from './sessionSlice.ts';

/** What is live in the hall, as far as screens show it. All tabs of the browser get the same (decision 050). */
export interface ShownLive extends Pick<LiveState, 'stage' | 'results' | 'audienceQuestions'> {
  /** How far the server's clock is ahead of the phone's. */
  clockAheadMs: number;
  /** Since when each list is known to be unchanged: an answer that was asked for later is current. Empty without a stream that delivers. */
  unchangedSince: Partial<Record<LiveList, number>>;
}

/** The lists whose changes are announced. */
export type LiveList = 'questions' | 'agenda';

/** What the attendee has closed; it is stored for later visits, and counts for this account only. */
interface Dismissals {
  accountId: string | undefined;
  /** The polls and announcements whose notice is closed. */
  dismissed: string[];
}

type LiveSliceState = ShownLive & Dismissals;

const NOTHING: LiveSliceState = {
  ...{ stage: null, results: null, audienceQuestions: [], clockAheadMs: 0, unchangedSince: {} },
  ...{ accountId: undefined, dismissed: [] },
};

const DISMISSALS_KEY = '_dismissed';
/** More than an attendee is told of at once, also when a whole day of saved sessions moves. */
const MAX_DISMISSED = 100;

/** An older version of the app may have stored it in another shape. */
function readDismissals(): Partial<Dismissals> {
  const { accountId, dismissed } = Object(sharedStorage.readJson(DISMISSALS_KEY));
  return typeof accountId === 'string' && Array.isArray(dismissed) ? { accountId, dismissed } : {};
}

/** Stores what was dismissed now, next to what other tabs have stored. */
export function storeDismissal({ accountId }: Pick<Dismissals, 'accountId'>, id: string): void {
  const stored = readDismissals();
  const others = stored.accountId === accountId ? (stored.dismissed ?? []) : [];
  const dismissed = [...others.filter((other) => other !== id), id].slice(-MAX_DISMISSED);
  sharedStorage.writeJson(DISMISSALS_KEY, { accountId, dismissed });
}
export const removeDismissals = (): void => sharedStorage.remove(DISMISSALS_KEY);

/** Whether this question is on stage. */
export const isStaged = (stage: LiveState['stage'], { campaignId, id }: { campaignId: string; id: string }): boolean =>
  stage?.questionId === id && stage.campaignId === campaignId;

export const liveSlice = createSlice({
  name: 'live',
  initialState: () => ({ ...NOTHING, ...readDismissals() }),
  reducers: {
    /** Something is new for this account. */
    liveChanged: (state, { payload }: PayloadAction<{ accountId: string } & Partial<ShownLive>>) => {
      if (state.accountId !== payload.accountId) Object.assign(state, NOTHING);
      Object.assign(state, payload);
    },
    noticeDismissed: (state, { payload }: PayloadAction<string>) => {
      state.dismissed.push(payload);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(signOut, () => NOTHING)
      .addCase(setCredentials, (state, { payload }) =>
        state.accountId === payload.credentials.profile.id ? state : NOTHING,
      );
  },
  selectors: {
    selectStage: ({ stage }) => stage,
    selectResults: ({ results }) => results,
    selectAudienceQuestions: ({ audienceQuestions }) => audienceQuestions,
    selectClockAheadMs: ({ clockAheadMs }) => clockAheadMs,
    selectUnchangedSince: ({ unchangedSince }) => unchangedSince,
  },
});

export const { liveChanged, noticeDismissed } = liveSlice.actions;
export const { selectStage, selectResults, selectAudienceQuestions, selectClockAheadMs, selectUnchangedSince } =
  liveSlice.selectors;
