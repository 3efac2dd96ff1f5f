import { type Call, type ClientCall, pathOf } from '@companion/contract/call';
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { idempotencyKey } from './idempotencyKey.ts';

/** The API's server: a build setting (§7, `{host}`); by default the one that served the app. */
export const API_HOST: string = import.meta.env.VITE_API_HOST ?? '';

/** A request for the base query, with what the contract says about its failures. */
export type ApiRequest = FetchArgs & Partial<Pick<Call, 'auth' | 'refreshOn401' | 'silent'>>;

/**
 * One contract call as the base query sends it.
 * @param fields the call's parameters and its body's fields
 */
export function request(call: ClientCall, fields: Record<string, unknown> = {}): ApiRequest {
  const { params, body } = split(call, fields);
  const { method, auth, refreshOn401 = true, silent = false } = call;
  const url = `${API_HOST}/api${pathOf(call, params)}`;
  const headers = call.idempotent ? { 'Idempotency-Key': idempotencyKey(url, body) } : undefined;
  return { url, method, body, headers, auth, refreshOn401, silent };
}

function split({ path, repeatsParams }: ClientCall, fields: Record<string, unknown>) {
  const params: Record<string, string> = {};
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const isParam = path.includes(`{${name}}`);
    if (isParam) params[name] = String(value);
    if (!isParam || repeatsParams) body[name] = value;
  }
  return { params, body: Object.keys(body).length > 0 ? body : undefined };
}
