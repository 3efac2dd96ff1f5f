import { setTimeout as delay } from 'node:timers/promises';
import type { CallName } from '@companion/contract/calls';
import type { Credentials } from '@companion/contract/session';
import { apiClient, type Reply } from './apiClient.ts';

/** The item of the test event that all people comment on. */
const ITEM = { campaignId: 'agenda', contentId: 'opening' };
const PAUSE_MS = 50;
/** Of each person: below what one account may write in an hour, however long the test lasts. */
const MAX_COMMENTS = 250;

export interface LoadReply {
  call: CallName;
  /** The answer, or the error of a connection that was refused or closed. */
  reply: Reply | Error;
}

export interface SteadyLoad {
  replies: LoadReply[];
  /** Stops after the calls in progress. */
  stop(): Promise<void>;
  /** Returns the comments that differ from the acknowledged ones. Empty unless data were lost. */
  lost(url: string): Promise<string[]>;
}

interface Person {
  session: Credentials;
  /** The numbers of the last sent and of the last acknowledged comment. 0 if there is none. */
  sent: number;
  acknowledged: number;
  /** How many comments were acknowledged. */
  count: number;
}

/**
 * Starts people who update and read their comments until they are stopped.
 * @param urlOf returns the address of the next call, as a load balancer does
 */
export function steadyLoad(sessions: Credentials[], urlOf: () => string): SteadyLoad {
  const replies: LoadReply[] = [];
  const people = sessions.map((session): Person => ({ session, sent: 0, acknowledged: 0, count: 0 }));
  let stopped = false;

  async function call(name: CallName, person: Person, body?: Record<string, string>): Promise<boolean> {
    const given = { token: person.session.access_token, ...(body ? { body } : { params: ITEM }) };
    const reply = await apiClient(urlOf())
      .send(name, given)
      .catch((error: Error) => error);
    replies.push({ call: name, reply });
    return !(reply instanceof Error) && reply.status < 300;
  }

  async function comment(person: Person): Promise<void> {
    person.sent += 1;
    if (!(await call('updateComment', person, { ...ITEM, comment: `comment ${person.sent}` }))) return;
    person.acknowledged = person.sent;
    person.count += 1;
  }

  const work = people.map(async (person) => {
    while (!stopped) {
      if (person.count < MAX_COMMENTS) await comment(person);
      await call('getContentItem', person);
      await delay(PAUSE_MS);
    }
  });

  return {
    replies,
    stop: async () => {
      stopped = true;
      await Promise.all(work);
    },
    lost: async (url) => {
      const checked = people.map(async ({ session, sent, acknowledged }) => {
        const { results } = await apiClient(url).ask('getContentItem', { token: session.access_token, params: ITEM });
        const held = Number(results.comment?.replace('comment ', '') ?? 0);
        // A later comment may have been stored although its acknowledgement was lost.
        return held >= acknowledged && held <= sent
          ? []
          : [`${session.profile.id}: ${held} is held, ${acknowledged} acknowledged`];
      });
      return (await Promise.all(checked)).flat();
    },
  };
}

/** Counts the replies by status or by error of the connection. */
export function countReplies(replies: LoadReply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reply } of replies) {
    const what = reply instanceof Error ? errorCode(reply) : String(reply.status);
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

/** fetch has the reason in the error's cause. */
function errorCode(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
