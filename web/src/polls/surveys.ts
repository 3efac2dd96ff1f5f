import { POST_EVENT_CAMPAIGN, PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import type { Question } from '@companion/contract/question';
import { paths } from '../paths.ts';

interface Survey {
  /** The flag of the profile that marks the survey as completed (§4). */
  flag: 'preEventComplete' | 'postEventComplete';
  path: string;
  title: string;
}

const SURVEYS: Record<string, Survey> = {
  [PRE_EVENT_CAMPAIGN]: { flag: 'preEventComplete', path: paths.preventSurvey, title: 'Pre-event survey' },
  [POST_EVENT_CAMPAIGN]: { flag: 'postEventComplete', path: paths.posteventSurvey, title: 'Post-event survey' },
};

/** The survey with this campaign id, if the campaign is one. */
export const surveyOf = (campaignId: string): Survey | undefined => SURVEYS[campaignId];

export interface SurveyProgress {
  total: number;
  answered: number;
  /** In the order of the campaign. */
  unanswered: Question[];
}

/** Whether the attendee can still answer it. */
const isOpen = ({ answered, closed }: Question): boolean => !answered && !closed;

/** The attendee's progress in one campaign, without questions that were closed before the attendee answered them. */
export function surveyProgress(questions: readonly Question[], campaign: string): SurveyProgress {
  const asked = questions.filter(
    ({ campaignId, answered, closed }) => campaignId === campaign && (answered || !closed),
  );
  const unanswered = asked.filter(isOpen);
  return { total: asked.length, answered: asked.length - unanswered.length, unanswered };
}

/**
 * The next open question of the same campaign, starting over at its first question if none follows. The given question
 * counts as answered, since the list may be older than its answer.
 */
export function nextOpen(questions: readonly Question[], { id, campaignId }: Question): Question | undefined {
  const campaign = questions.filter((question) => question.campaignId === campaignId);
  const here = campaign.findIndex((question) => question.id === id);
  const others = [...campaign.slice(here + 1), ...campaign.slice(0, Math.max(here, 0))];
  return others.find(isOpen);
}

/**
 * The place of a question among those of its campaign, "3 of 6", which no opening or closing changes. A node of an earlier
 * version does not send it: then it is that in the list. Undefined if the list lacks the question too.
 */
export function placeOf(
  questions: readonly Question[],
  question: Question,
): { place: number; places: number } | undefined {
  const { id, campaignId, place, places } = question;
  if (place !== undefined && places !== undefined) return { place, places };
  const campaign = questions.filter((other) => other.campaignId === campaignId);
  const index = campaign.findIndex((other) => other.id === id);
  return index < 0 ? undefined : { place: index + 1, places: campaign.length };
}

export interface QuestionGroup {
  campaignId: string;
  /** Undefined if the server does not send the campaign's title. */
  title: string | undefined;
  questions: Question[];
}

/** Groups questions by campaign and keeps their order. */
export function groupByCampaign(questions: readonly Question[]): QuestionGroup[] {
  const groups = new Map<string, QuestionGroup>();
  for (const question of questions) {
    const { campaignId, campaignTitle: title } = question;
    const group = groups.get(campaignId) ?? { campaignId, title, questions: [] };
    group.questions.push(question);
    groups.set(campaignId, group);
  }
  return [...groups.values()];
}

/** The questions on /polls (§2, decision 035): the open ones of every campaign except the pre-event survey. */
export const openPolls = (questions: readonly Question[]): Question[] =>
  questions.filter((question) => question.campaignId !== PRE_EVENT_CAMPAIGN && isOpen(question));

/** The open questions that the dashboard invites to: without the post-event survey, which has its own invitation. */
export const waitingPolls = (questions: readonly Question[]): Question[] =>
  openPolls(questions).filter(({ campaignId }) => !surveyOf(campaignId));
