import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';

/** Ends the announcements by mail to an account. One that was erased since is passed over. */
export const optOut = (services: Services, accountId: string): Promise<unknown> =>
  autocommit(services, (db) =>
    db
      .insertInto('announcement_opt_outs')
      .columns(['account_id', 'created_at'])
      .expression((from) =>
        from
          .selectFrom('accounts')
          .select(['id', from.val(services.now()).as('created_at')])
          .where('id', '=', accountId),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
