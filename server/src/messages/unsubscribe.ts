import { sealId, unsealId } from '../platform/deriveKeys.ts';
import type { Services } from '../platform/services.ts';

const CONTEXT = 'no announcements by mail';

/** Where those who get announcements by mail end that, below the app's address. Nothing but the address is needed. */
export const UNSUBSCRIBE_PATH = '/api/public/announcements/unsubscribe/';

/** It ends the announcements of this account, and does nothing else; the account's id cannot be read from it. */
export const unsubscribeUrl = ({ config, keys }: Pick<Services, 'config' | 'keys'>, accountId: string): string =>
  `${config.appUrl}${UNSUBSCRIBE_PATH}${sealId(keys, CONTEXT, accountId)}`;

/** The account whose announcements the address ends; undefined for an address that this server has not made. */
export const unsubscribedAccount = ({ keys }: Pick<Services, 'keys'>, token: string): string | undefined =>
  unsealId(keys, CONTEXT, token);
