import { POST_EVENT_CAMPAIGN, PRE_EVENT_CAMPAIGN } from '@companion/contract/limits';
import type { Question } from '@companion/contract/question';
import { paths } from '../paths.ts';

interface Survey {
  /** What the profile remembers once it is done (§4). */
  flag: 'preEventComplete' | 'postEventComplete';
  path: string;
  title: string;
}

const SURVEYS: Record<string, Survey> = {
  [PRE_EVENT_CAMPAIGN]: { flag: 'preEventComplete', path: paths.preventSurvey, title: 'Pre-event survey' },
  [POST_EVENT_CAMPAIGN]: { flag: 'postEventComplete', path: paths.posteventSurvey, title: 'Post-event survey' },
};

/** The survey that a campaign is, if it is one of the two. */
export const surveyOf = (campaignId: string): Survey | undefined => SURVEYS[campaignId];

export interface SurveyProgress {
  total: number;
  answered: number;
  /** In the order of the campaign. */
  unanswered: Question[];
}

/** How far this person is with one campaign. */
export function surveyProgress(questions: readonly Question[], campaignId: string): SurveyProgress {
  const campaign = questions.filter((question) => question.campaignId === campaignId);
  const unanswered = campaign.filter(({ answered }) => !answered);
  return { total: campaign.length, answered: campaign.length - unanswered.length, unanswered };
}

/**
 * The question of the same campaign to go on with after this one: the next that is not answered, from the first again
 * where none follows. This one counts as answered: the list may be older than its answer.
 */
export function nextOpen(questions: readonly Question[], { id, campaignId }: Question): Question | undefined {
  const campaign = questions.filter((question) => question.campaignId === campaignId);
  const here = campaign.findIndex((question) => question.id === id);
  const others = [...campaign.slice(here + 1), ...campaign.slice(0, Math.max(here, 0))];
  return others.find(({ answered }) => !answered);
}

/** The place of a question within its campaign, from 1; undefined where it is not in the list. */
export function positionOf(questions: readonly Question[], { id, campaignId }: Question): number | undefined {
  const index = questions
    .filter((question) => question.campaignId === campaignId)
    .findIndex((question) => question.id === id);
  return index < 0 ? undefined : index + 1;
}

export interface QuestionGroup {
  campaignId: string;
  /** Undefined where the server does not say what the campaign is called. */
  title: string | undefined;
  questions: Question[];
}

/** The questions by campaign, each in the order they come in. */
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

/** What /polls lists (§2, decision 035): of every campaign but the pre-event one, what this person has not answered. */
export const openPolls = (questions: readonly Question[]): Question[] =>
  questions.filter(({ campaignId, answered }) => campaignId !== PRE_EVENT_CAMPAIGN && !answered);

/** Those of them that wait for an answer at the event itself: the post-event survey has its own time and invitation. */
export const waitingPolls = (questions: readonly Question[]): Question[] =>
  openPolls(questions).filter(({ campaignId }) => !surveyOf(campaignId));
