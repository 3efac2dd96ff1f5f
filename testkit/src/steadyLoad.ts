import { setTimeout as delay } from 'node:timers/promises';
import type { CallName } from '@companion/contract/calls';
import type { Credentials } from '@companion/contract/session';
import { apiClient, type Reply } from './apiClient.ts';

/** The item of the tests' own event that everybody comments on. */
const ITEM = { campaignId: 'agenda', contentId: 'opening' };
const BREATH = 10;

export interface LoadReply {
  call: CallName;
  /** What came back, or the error of a connection that was refused or cut. */
  reply: Reply | Error;
}

export interface SteadyLoad {
  replies: LoadReply[];
  /** Lets everybody finish the call that they are at. */
  stop(): Promise<void>;
  /** What the database holds other than what was acknowledged: nothing, or something was lost. */
  lost(url: string): Promise<string[]>;
}

interface Person {
  session: Credentials;
  /** Number of the comment that was sent last, and of the one that was acknowledged last; 0 is none. */
  sent: number;
  kept: number;
}

/**
 * People who change their comment and read it again, all the time, until they are stopped.
 * @param urlOf where a person's next call goes; a balancer's choice, where there are several nodes
 */
export function steadyLoad(sessions: Credentials[], urlOf: () => string): SteadyLoad {
  const replies: LoadReply[] = [];
  const people = sessions.map((session): Person => ({ session, sent: 0, kept: 0 }));
  let stopped = false;

  async function call(name: CallName, person: Person, body?: Record<string, string>): Promise<boolean> {
    const given = { token: person.session.access_token, ...(body ? { body } : { params: ITEM }) };
    const reply = await apiClient(urlOf())
      .send(name, given)
      .catch((error: Error) => error);
    replies.push({ call: name, reply });
    return !(reply instanceof Error) && reply.status < 300;
  }

  const work = people.map(async (person) => {
    while (!stopped) {
      person.sent += 1;
      const comment = `comment ${person.sent}`;
      if (await call('updateComment', person, { ...ITEM, comment })) person.kept = person.sent;
      await call('getContentItem', person);
      await delay(BREATH);
    }
  });

  return {
    replies,
    stop: async () => {
      stopped = true;
      await Promise.all(work);
    },
    lost: async (url) => {
      const checked = people.map(async ({ session, sent, kept }) => {
        const { results } = await apiClient(url).ask('getContentItem', { token: session.access_token, params: ITEM });
        const held = Number(results.comment?.replace('comment ', '') ?? 0);
        // One that was sent later may have been kept without its acknowledgement getting through.
        return held >= kept && held <= sent ? [] : [`${session.profile.id}: ${held} is held, ${kept} acknowledged`];
      });
      return (await Promise.all(checked)).flat();
    },
  };
}

/** How often each status, or error of a connection, came back. */
export function countReplies(replies: LoadReply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reply } of replies) {
    const what = reply instanceof Error ? errorCode(reply) : String(reply.status);
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

/** fetch has the reason in its cause, one for each address that it tried. */
function errorCode(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
