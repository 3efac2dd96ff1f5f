import { getQuestions, type Question, type QuestionType } from '@companion/contract/question';
import type { Credentials } from '@companion/contract/session';
import type { Page } from '@playwright/test';
import { answerAs } from './answerAs.ts';
import { recordQuestions } from './recordQuestions.ts';
import type { TestServer } from './testServer.ts';

type Server = TestServer & { signIn(page: Page): Promise<Credentials> };

/** Opens the demo event's first question of a type, or of a campaign, as a new attendee or as the page's own. */
export async function openQuestion(
  page: Page,
  server: Server,
  wanted: Partial<Pick<Question, 'campaignId' | 'questionTypes'>>,
  visitor?: Credentials,
): Promise<{ question: Question; session: Credentials; campaign: Question[] }> {
  const session = visitor ?? (await server.signIn(page));
  const questions = await questionsOf(server, session);
  const question = questions.find((one) =>
    Object.entries(wanted).every(([key, value]) => Reflect.get(one, key) === value),
  );
  if (!question) throw new Error(`The demo event has no question like ${JSON.stringify(wanted)}`);
  await page.goto(`/polls/${question.campaignId}/${question.id}`);
  return { question, session, campaign: questions.filter(({ campaignId }) => campaignId === question.campaignId) };
}

async function questionsOf({ url }: TestServer, { access_token }: Credentials): Promise<Question[]> {
  const headers = { authorization: `Bearer ${access_token}` };
  const response = await fetch(`${url}/api/public/questions`, { headers });
  return getQuestions.answer.parse(await response.json()).results;
}

const ANSWERS: Record<QuestionType, (string | number)[]> = {
  'yes-no': ['yes'],
  'range-face-5': [1],
  'range-number-5': [1],
  options: [1],
  'multiple-options': [1],
  comment: [],
};

/** Answers a question over the API, as another device of the attendee does. */
export const answerElsewhere = (
  server: TestServer,
  { access_token }: Credentials,
  { campaignId, id, questionTypes }: Question,
): Promise<unknown> =>
  answerAs(server, access_token, {
    campaignId,
    questionId: id,
    answers: ANSWERS[questionTypes],
    comment: questionTypes === 'comment' ? 'Words' : '',
  });

/** Closes a question, as a host does. */
export async function closeQuestion({ services: { db } }: TestServer, { id }: Question): Promise<void> {
  const row = { question_id: id, state: 'closed', shown_to: 'none', closes_at: 0 } as const;
  await db
    .insertInto('polls')
    .values({ ...row, stage_position: null, version: 1 })
    .execute();
  await recordQuestions(db);
}

export const send = (page: Page) => page.getByRole('button', { name: 'Send Answer' });
export const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: /^Thank you/ });
