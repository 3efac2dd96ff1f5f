import { getBetweenPolls, setBetweenPolls } from '@companion/contract/staff/betweenPolls';
import { chooseBetweenPolls, readBetweenPolls } from '../../polls/betweenPolls.ts';
import { type Api, handle } from '../handle.ts';

export function betweenPollsRoutes(api: Api): void {
  const { db } = api.services;

  handle(api, getBetweenPolls, async () => ({ results: { shows: await readBetweenPolls(db) } }));

  handle(api, setBetweenPolls, async ({ body: { shows }, audited }) => {
    await audited((tx) => chooseBetweenPolls(tx, shows), {
      entity: 'stage',
      entityId: 'stage',
      fields: ['betweenPolls'],
    });
    return { results: { shows } };
  });
}
