import * as z from 'zod/mini';
import { defineCall, results } from '../defineCall.ts';
import { poll, pollFigures, STAGE_STAFF } from './polls.ts';
import { csvFile } from './staffFields.ts';

/** How many texts of a question a report has; the CSV has all. */
export const TEXTS_IN_REPORT = 200;

const id = z.optional(z.string().check(z.maxLength(200)));
/** One campaign, one question of it, or all. */
const reported = z.object({ campaignId: id, questionId: id });

/** The results of several questions, as far as the staff may see them. */
export const report = z.object({
  eventName: z.string(),
  /** When they were counted; ISO 8601. */
  at: z.string(),
  /**
   * How many answers to the questions with figures count nowhere: those of dismissed accounts. An earlier node does not
   * say.
   */
  dismissed: z.optional(z.int()),
  questions: z.array(
    z.object({
      poll,
      /** Null while its results are shown to no one. */
      figures: z.nullable(pollFigures),
      /** The newest texts of the answers, if they are asked for. */
      texts: z.array(z.string()),
    }),
  ),
});
export type Report = z.infer<typeof report>;

export const getReport = defineCall({
  method: 'GET',
  path: '/staff/report',
  caller: STAGE_STAFF,
  summary:
    'The results of one question, of a campaign or of all, question after question; without those that are hidden. 404 for a campaign or question that does not exist.',
  query: z.extend(reported, { texts: z.optional(z.literal('yes')) }),
  answer: results(report),
});

export const exportReport = defineCall({
  method: 'GET',
  path: '/staff/report.csv',
  caller: STAGE_STAFF,
  summary:
    'The results and texts of a campaign or of all as one CSV file; it names the questions whose results are hidden.',
  query: reported,
  answer: csvFile,
});
