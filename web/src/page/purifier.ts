import type { DOMPurify } from 'dompurify';

/** The loaded sanitizer, or 'missing' if it failed to load. Shared by all texts, so that later ones show at once. */
let purifier: DOMPurify | 'missing' | undefined;
let loading: Promise<void> | undefined;

/** Fetches the sanitizer once. Never rejects: without it, texts show as plain text. */
export function loadPurifier(): Promise<void> {
  loading ??= import('dompurify').then(
    ({ default: loaded }) => {
      purifier = loaded;
    },
    () => {
      purifier = 'missing';
    },
  );
  return loading;
}

/** `undefined` while it is loading. */
export const currentPurifier = () => purifier;
