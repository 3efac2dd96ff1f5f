import { rm } from 'node:fs/promises';
import { toE164 } from '@companion/contract/usPhone';
import { type ApiClient, apiClient } from './apiClient.ts';
import { readSignIn } from './readSignIn.ts';
import { writeTestPack } from './testPack.ts';
import { startTestServer, type TestServer } from './testServer.ts';

/** A test server with the test event, and functions for tests of the API. */
export interface ServerTest extends TestServer, ApiClient {
  /** Every SMS to a phone, newest first. */
  textsTo(phone: string): Promise<string[]>;
  /** Requests a sign-in as the login screen does, and reads the newest SMS. */
  requestSignIn(phone: string): Promise<{ code: string; linkToken: string }>;
}

export async function startServerTest(
  env: Record<string, string> = {},
  options?: Parameters<typeof startTestServer>[1],
): Promise<ServerTest> {
  const pack = await writeTestPack();
  const removePack = () => rm(pack, { recursive: true, force: true });
  const settings = { EVENT_PACK: pack, SIGN_INS_PER_ADDRESS: '100000', ...env };
  const server = await startTestServer(settings, options).catch(async (error: unknown) => {
    await removePack();
    throw error;
  });
  const api = apiClient(server.url);
  const textsTo = async (phone: string) =>
    (await server.outbox()).filter(({ kind, to }) => kind === 'sms' && to === toE164(phone)).map(({ text }) => text);
  return {
    ...server,
    ...api,
    textsTo,
    requestSignIn: async (phone) => {
      await api.ask('login', { body: { phone } });
      return readSignIn((await textsTo(phone))[0] ?? '');
    },
    stop: async () => {
      await server.stop();
      await removePack();
    },
  };
}
