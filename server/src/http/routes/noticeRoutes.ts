import {
  endPushDevice,
  getNoticeSettings,
  saveNoticeSettings,
  savePushDevice,
} from '@companion/contract/noticeSettings';
import { lockSession } from '../../identity/session/sessionStore.ts';
import { autocommit, transact } from '../../platform/transact.ts';
import { storePushDevice } from '../../push/pushDevices.ts';
import { vapidKey } from '../../push/vapid.ts';
import { readChoices, saveChoices } from '../../sessionNotices/noticeChoices.ts';
import { type Api, handle } from '../handle.ts';
import { limitAccount } from '../limits.ts';

/** What a person wants to be told, and the browsers that are pushed to (decision 071). */
export function noticeRoutes(api: Api): void {
  const { services } = api;
  const { config, db, keys } = services;
  const pushKey = config.pushHosts.length > 0 ? vapidKey(keys.push).publicKey : null;

  handle(api, getNoticeSettings, async ({ me }) => ({
    results: { ...(await readChoices(db, me.accountId)), pushKey },
  }));

  handle(api, saveNoticeSettings, ({ me, body }) =>
    transact(services, async (tx) => {
      await limitAccount(tx, saveNoticeSettings, me.accountId);
      await saveChoices(tx, me.accountId, body);
      return { message: 'Saved.' };
    }),
  );

  handle(api, savePushDevice, ({ me, body }) =>
    transact(services, async (tx) => {
      // The end of a session ends the push, so a session that has ended must not turn it on.
      await lockSession(tx, me);
      await limitAccount(tx, savePushDevice, me.accountId);
      await storePushDevice(tx, me, body);
      return { message: 'This browser is notified.' };
    }),
  );

  handle(api, endPushDevice, async ({ me, body }) => {
    await autocommit(services, (writer) =>
      writer
        .deleteFrom('push_devices')
        .where('account_id', '=', me.accountId)
        .where('endpoint', '=', body.endpoint)
        .execute(),
    );
    return { message: 'This browser is not notified any more.' };
  });
}
