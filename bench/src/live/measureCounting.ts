import { countAnswers } from '@companion/server/polls/countAnswers';
import { openFilledServer } from '@companion/testkit/filledServer';
import { openFilledPlaces } from '../system/openFilledPlaces.ts';
import { printResult, quantile, quantileText } from '../system/results.ts';
import type { Engine } from '../system/systems.ts';

const ANSWERS = 100_000;
const RUNS = 21;

/** How long it takes to count 100,000 answers to one question, while nothing else happens: the lowest of several runs, in milliseconds. */
export async function measureCounting(engine: Engine): Promise<number> {
  const places = await openFilledPlaces(engine);
  try {
    const server = await openFilledServer(await places.make(ANSWERS), { people: ANSWERS });
    try {
      const { db } = server.services;
      const { question_id: questionId, campaign_id: campaignId } = await db
        .selectFrom('answers')
        .select(['question_id', 'campaign_id'])
        .executeTakeFirstOrThrow();
      const times: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const begin = performance.now();
        const { n } = await countAnswers(db, { campaignId, questionId });
        if (n !== ANSWERS) throw new Error(`${n} answers were counted instead of ${ANSWERS}.`);
        times.push(performance.now() - begin);
      }
      times.sort((a, b) => a - b);
      printResult(`${ANSWERS} answers counted: lowest, p50`, quantileText(times, [0, 0.5]));
      return quantile(times, 0);
    } finally {
      await server.close();
    }
  } finally {
    await places.remove();
  }
}
