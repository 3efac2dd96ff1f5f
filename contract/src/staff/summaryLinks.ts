import * as z from 'zod/mini';
import { TOKEN_MAX } from '../constants.ts';
import { defineCall, results } from '../defineCall.ts';
import { counted } from '../live.ts';
import { requiredText } from '../text.ts';
import { itemFigures } from './itemFigures.ts';

/** Where a summary link leads: the token is behind `#token=`, so that no server and no log sees it. */
export const SUMMARY_PATH = '/console/summary';

/** Those who may show others what attendees think. */
const EDITORS = ['owner', 'editor'] as const;

/** A link with which a speaker reads the votes and comments on an item, without an account (decision 052). Times are ISO 8601. */
const summaryLink = z.object({
  id: z.string(),
  /** Who got it. */
  name: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** How often it was opened, and when last. */
  uses: z.int(),
  lastUsedAt: z.nullable(z.string()),
});
export type SummaryLink = z.infer<typeof summaryLink>;

/** How long a link works, in days. */
export const SUMMARY_LINK_DAYS = [7, 30, 90] as const;

export const getSummaryLinks = defineCall({
  method: 'GET',
  path: '/staff/items/{contentId}/summary-links',
  caller: EDITORS,
  summary: 'The summary links of a session or speaker, the newest first, with those that have expired.',
  answer: results(z.array(summaryLink)),
});

export const createSummaryLink = defineCall({
  method: 'POST',
  path: '/staff/items/{contentId}/summary-links',
  caller: EDITORS,
  summary: 'Makes a summary link. It is shown only here, and works until it expires or is revoked.',
  body: z.object({
    name: requiredText('Required', 80),
    days: z.literal(SUMMARY_LINK_DAYS, { error: `Must be ${SUMMARY_LINK_DAYS.join(', ')}` }),
  }),
  answer: results(z.extend(summaryLink, { link: z.string() })),
  status: 201,
});

export const revokeSummaryLink = defineCall({
  method: 'DELETE',
  path: '/staff/summary-links/{linkId}',
  caller: EDITORS,
  summary: 'Revokes a summary link, at once on every node.',
});

/** What a summary link shows: figures and comments that are not hidden, of no one by name. */
const summary = z.object({
  eventName: z.string(),
  item: z.extend(z.pick(itemFigures, { kind: true, title: true, startsAt: true, room: true, up: true, down: true }), {
    counted,
  }),
  /** The newest first, without their times. */
  comments: z.array(z.string()),
  /** Of all pages. */
  total: z.int(),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type Summary = z.infer<typeof summary>;

/** A POST although it reads: the token belongs in no address. */
export const getSummary = defineCall({
  method: 'POST',
  path: '/staff/summary',
  caller: 'consolePage',
  summary: 'What a summary link shows, by its token. 404 once it is revoked or has expired.',
  body: z.object({ token: requiredText('Required', TOKEN_MAX), page: z.int().check(z.minimum(1), z.maximum(10_000)) }),
  answer: results(summary),
});
