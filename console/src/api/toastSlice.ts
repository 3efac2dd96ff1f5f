import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What the console reports about an action, until it is closed or has been there long enough. */
export interface Toast {
  id: number;
  kind: 'done' | 'problem';
  text: string;
  /** Finds the server's log line. */
  traceId?: string | undefined;
  /** What can be done about it, such as to undo it. */
  action?: { label: string; key?: string | undefined } | undefined;
}

const MAX_TOASTS = 4;

export const toastSlice = createSlice({
  name: 'toasts',
  initialState: (): Toast[] => [],
  reducers: {
    toastShown: (toasts, { payload }: PayloadAction<Toast>) => [...toasts, payload].slice(-MAX_TOASTS),
    toastClosed: (toasts, { payload }: PayloadAction<number>) => toasts.filter(({ id }) => id !== payload),
  },
  selectors: { selectToasts: (toasts) => toasts },
});

export const { toastShown, toastClosed } = toastSlice.actions;
export const { selectToasts } = toastSlice.selectors;
