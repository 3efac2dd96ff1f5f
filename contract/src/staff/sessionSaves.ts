import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';

/** How many people have saved a session, and how many of them are confirmed (decision 056). Nobody sees who. */
export const saveFigures = { saves: z.int(), confirmedSaves: z.int() };

export const getSessionSaves = defineCall({
  method: 'GET',
  path: '/staff/sessions/saves',
  caller: STAFF_ROLES,
  summary: 'How many people have saved each session that any has saved, at most some seconds old.',
  answer: results(z.array(z.object({ id: z.string(), ...saveFigures }))),
});
