import { beginStagePairing, claimStageScreen, pairStageScreen } from '@companion/contract/staff/stagePairing';
import {
  connectStageScreen,
  createStageScreen,
  getStageScreen,
  getStageScreens,
  revokeStageScreen,
} from '@companion/contract/staff/stageScreens';
import { beginPairing, claimKey, pairStageScreen as pair } from '../../identity/staff/stagePairings.ts';
import {
  auditedScreen,
  createStageScreen as create,
  findStageScreen,
  listStageScreens,
  revokeStageScreen as revoke,
} from '../../identity/staff/stageScreenQueries.ts';
import { reject } from '../../platform/domainError.ts';
import { isoTime } from '../../platform/time.ts';
import { transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { setStaffCookie } from '../staffSignIn.ts';
import { limitPairingCodes, limitPairings } from '../stagePairingLimits.ts';

export function stageScreenRoutes(api: Api): void {
  const { services } = api;

  handle(api, getStageScreens, async () => ({
    results: (await listStageScreens(services.db)).map((row) => toStageScreen(row, row.creator)),
  }));

  handle(api, createStageScreen, async ({ body, member, audited }) => {
    const { stageScreen, link } = await audited(
      (tx) => create(tx, { name: body.name, createdBy: member.id }),
      (created) => [{ ...auditedScreen(created.stageScreen), fields: ['name'] }],
    );
    return { results: { ...toStageScreen(stageScreen, member.name), link } };
  });

  handle(api, revokeStageScreen, async ({ params: { stageScreenId }, audited }) => {
    await audited(
      async ({ db }) =>
        (await revoke(db, stageScreenId)) ?? reject('notFound', 'This stage screen was revoked already.'),
      (name) => [auditedScreen({ id: stageScreenId, name })],
    );
    return { message: 'The stage screen is revoked.' };
  });

  handle(api, connectStageScreen, async ({ body, reply }) => {
    const stageScreen = await findStageScreen(services, body.token);
    if (!stageScreen) reject('notFound', 'This link was revoked. Please ask for a new one.');
    setStaffCookie(reply, 'stageScreen', body.token);
    return { results: stageScreen };
  });

  handle(
    api,
    beginStagePairing,
    async ({ body }) => {
      const { code, token, expiresAt } = await transact(services, (tx) => beginPairing(tx, body.token));
      return { results: { code, token, expiresAt: isoTime(expiresAt) } };
    },
    ({ body, request }) => limitPairings(services, request, body.token),
  );

  handle(api, claimStageScreen, async ({ body, reply }) => {
    const claimed = await claimKey(services, body.token);
    if (claimed.state === 'connected') setStaffCookie(reply, 'stageScreen', claimed.key);
    return { results: { state: claimed.state } };
  });

  handle(
    api,
    pairStageScreen,
    async ({ body, member, audited }) => {
      const paired = await audited(
        (tx) => pair(tx, { ...body, createdBy: member.id }),
        (screen) => [{ ...auditedScreen(screen), fields: ['name'] }],
      );
      return { results: toStageScreen(paired, member.name) };
    },
    ({ member }) => limitPairingCodes(services, member.id),
  );

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
