import * as z from 'zod/mini';
import { HOUR, NOTE_MAX } from './constants.ts';
import { defineCall, results } from './defineCall.ts';
import { itemFields } from './itemFeedback.ts';
import { anyText, textUpTo } from './text.ts';
import { textOrEmpty } from './tolerant.ts';

/** Empty: the note is removed. */
export const noteText = textUpTo(NOTE_MAX);

/** More changes than a person makes to one note before its answer arrives. */
export const NOTES_BEFORE_MAX = 10;

export const saveOwnNote = defineCall({
  method: 'PUT',
  path: '/public/content/notes',
  caller: 'account',
  body: z.object({
    ...itemFields,
    note: noteText,
    /**
     * What this note may take the place of: what the phone last got from the server, and the texts that it has shown since
     * then, the last of them when the change began. Any other text of the server stays in the note (decision 072).
     */
    before: z
      .array(anyText(), { error: 'Must be a list of texts' })
      .check(z.maxLength(NOTES_BEFORE_MAX, `Must be ${NOTES_BEFORE_MAX} texts or fewer`)),
  }),
  // One for each of a hundred sessions, changed twice: more than anyone types.
  limits: { account: { count: 'note', max: 300, windowMs: HOUR } },
  summary: "Stores this account's own note on a session. Nobody else reads it.",
  answer: results(z.object({ note: z.string() })),
  read: results(z.object({ note: textOrEmpty })),
});
