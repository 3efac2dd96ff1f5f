import { type Call, type ClientCall, pathOf } from '@companion/contract/defineCall';
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { idempotencyKey } from './idempotencyKey.ts';

/** The API's host: a build setting (§7, `{host}`); by default the host of the app. */
export const API_HOST: string = import.meta.env.VITE_API_HOST ?? '';

/** A request for the base query, with the call's failure flags from the contract. */
export type ApiRequest = FetchArgs & { auth?: Call['caller'] } & Partial<Pick<Call, 'refreshOn401' | 'silent'>>;

/**
 * Builds the base query's request for a contract call.
 * @param fields the call's parameters and body fields
 * @param key the idempotency key of a write that is sent until it is answered; by default that of its content
 */
export function request(call: ClientCall, fields: Record<string, unknown> = {}, key?: string): ApiRequest {
  const { params, body } = split(call, fields);
  const { method, caller, refreshOn401 = true, silent = false } = call;
  const url = `${API_HOST}/api${pathOf(call, params)}`;
  const headers = call.idempotent ? { 'Idempotency-Key': key ?? idempotencyKey(url, body) } : undefined;
  return { url, method, body, headers, auth: caller, refreshOn401, silent };
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
