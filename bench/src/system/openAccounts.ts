import { credentials } from '@companion/contract/session';
import type { Account } from './audience.ts';
import type { Caller } from './caller.ts';

const CONCURRENCY = 32;

/** Registers accounts over the API. */
export async function openAccounts(callers: Caller[], count: number): Promise<Account[]> {
  const begin = performance.now();
  const accounts: Account[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const number = next++;
      accounts[number] = await register(callers[number % callers.length], number);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  console.log(`  ${count} accounts registered in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  return accounts;
}

async function register(caller: Caller | undefined, number: number): Promise<Account> {
  const e164 = `+1202${2_000_000 + number}`;
  const body = {
    firstName: 'Ada',
    lastName: `Number ${number}`,
    email: `ada.${number}@example.com`,
    phone: e164,
    organizationName: 'Cedar & Stone LLC',
    organizationType: 'WOSB',
    acceptTos: true,
  };
  const answer = await caller?.send({ call: 'createAccount', body });
  if (answer?.status !== 201) throw new Error(`createAccount: ${answer?.status} ${answer?.text}`);
  const { access_token: token, refresh_token: refreshToken } = credentials.parse(JSON.parse(answer.text));
  return { phone: e164, token, refreshToken };
}
