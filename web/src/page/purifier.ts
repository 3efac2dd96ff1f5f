import type { DOMPurify } from 'dompurify';

/** The sanitiser once it has come, or what kept it from coming: shared by all texts, so that later ones show at once. */
let purifier: DOMPurify | 'missing' | undefined;
let loading: Promise<void> | undefined;

/** Fetches the sanitiser once; never fails, for texts are shown without it too. */
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

/** `undefined` while it is still to come. */
export const currentPurifier = () => purifier;
