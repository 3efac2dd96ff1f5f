import {
  connectStageScreen,
  createStageScreen,
  getStageScreen,
  getStageScreens,
  revokeStageScreen,
} from '@companion/contract/staff/stageScreens';
import {
  createStageScreen as create,
  findStageScreen,
  listStageScreens,
  revokeStageScreen as revoke,
} from '../../identity/staff/stageScreenQueries.ts';
import { reject } from '../../platform/domainError.ts';
import { isoTime } from '../../platform/time.ts';
import { transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { setStaffCookie } from '../staffCookies.ts';

export function stageScreenRoutes(api: Api): void {
  const { services } = api;

  handle(api, getStageScreens, async () => ({
    results: (await listStageScreens(services.db)).map((row) => toStageScreen(row, row.creator)),
  }));

  handle(api, createStageScreen, async ({ body, member, audit }) => {
    const { stageScreen, link } = await transact(services, async (tx) => {
      const created = await create(tx, { name: body.name, createdBy: member.id });
      await audit(tx, { entity: 'stageScreen', entityId: created.stageScreen.id, fields: ['name'] });
      return created;
    });
    return { results: { ...toStageScreen(stageScreen, member.name), link } };
  });

  handle(api, revokeStageScreen, async ({ params: { stageScreenId }, audit }) => {
    await transact(services, async (tx) => {
      if (!(await revoke(tx.db, stageScreenId))) reject('notFound', 'This stage screen was revoked already.');
      await audit(tx, { entity: 'stageScreen', entityId: stageScreenId });
    });
    return { message: 'The stage screen is revoked.' };
  });

  handle(api, connectStageScreen, async ({ body, reply }) => {
    const stageScreen = await findStageScreen(services, body.token);
    if (!stageScreen) reject('notFound', 'This link was revoked. Please ask for a new one.');
    setStaffCookie(reply, 'stageScreen', body.token);
    return { results: stageScreen };
  });

  handle(api, getStageScreen, async ({ stageScreen }) => ({
    results: stageScreen ?? reject('signedOut', 'Please sign in.'),
  }));
}

interface StageScreenRow {
  id: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

const toStageScreen = ({ id, name, created_at, last_used_at }: StageScreenRow, createdBy: string) => ({
  id,
  name,
  createdBy,
  createdAt: isoTime(created_at),
  lastUsedAt: isoTime(last_used_at),
});
