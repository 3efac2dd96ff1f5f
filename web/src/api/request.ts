import { type Call, pathOf } from '@companion/contract/call';
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { idempotencyKey } from './idempotencyKey.ts';

/** The API's server: a build setting (§7, `{host}`); by default the one that served the app. */
export const API_HOST: string = import.meta.env.VITE_API_HOST ?? '';

/** One contract call as the base query sends it. */
export function request(
  call: Pick<Call, 'method' | 'path' | 'idempotent'>,
  { params, body }: { params?: Record<string, string>; body?: object } = {},
) {
  const url = `${API_HOST}/api${pathOf(call, params)}`;
  const headers = call.idempotent ? { 'Idempotency-Key': idempotencyKey(url, body) } : undefined;
  return { url, method: call.method, body, headers } satisfies FetchArgs;
}
