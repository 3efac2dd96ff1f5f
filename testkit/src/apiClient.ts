import { setTimeout as delay } from 'node:timers/promises';
import { type CallName, calls } from '@companion/contract/calls';
import { type Call, pathOf } from '@companion/contract/defineCall';
import { expect } from 'vitest';
import type { z } from 'zod/mini';

const MAX_ATTEMPTS = 10;
const RETRY_DELAY_MS = 500;

export interface Given {
  params?: Record<string, string>;
  body?: unknown;
  /** An access token. */
  token?: string;
  headers?: Record<string, string>;
}

/** The status and the body of an answer. */
export interface Reply {
  status: number;
  body: unknown;
}

export interface ApiClient {
  /** Makes a call of the contract without validating the test's input. */
  request(name: CallName, given?: Given): Promise<Response>;
  send(name: CallName, given?: Given): Promise<Reply>;
  /** Makes a call that must succeed, and parses its answer. */
  ask<Name extends CallName>(name: Name, given?: Given): Promise<z.output<(typeof calls)[Name]['answer']>>;
}

export function apiClient(url: string): ApiClient {
  const request: ApiClient['request'] = (name, given = {}) => {
    const call: Call = calls[name];
    return fetch(`${url}/api${pathOf(call, given.params)}`, {
      method: call.method,
      headers: {
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(given.token ? { authorization: `Bearer ${given.token}` } : {}),
        ...given.headers,
      },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    });
  };
  return {
    request,
    send: async (name, given) => replyOf(await request(name, given)),
    ask: async (name, given) => {
      let response = await request(name, given);
      // On a busy machine the server may turn requests away, which changes nothing. Clients then try again.
      for (let attempt = 1; response.status === 503 && attempt < MAX_ATTEMPTS; attempt++) {
        await delay(RETRY_DELAY_MS);
        response = await request(name, given);
      }
      if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
      const answer: z.ZodMiniType = calls[name].answer;
      // Parsed with the schema of this call.
      return answer.parse(await response.json()) as never;
    },
  };
}

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Every failure is exactly `{message, traceId, errors?}` (decision 032). */
export function refusal(status: number, message: string | RegExp, errors?: Record<string, string>) {
  return {
    status,
    body: {
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      traceId: expect.stringMatching(UUID),
      ...(errors ? { errors } : {}),
    },
  };
}

export const CHECK = 'Please check what you entered.';
export const SIGN_IN = 'Please sign in.';
