import { type Call, pathOf } from '@companion/contract/defineCall';
import type { BaseQueryFn, FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { SendRequest } from './sendRequest.ts';

/** A request for the base query, with the call's failure flags from the contract. */
export type ApiRequest = Parameters<SendRequest>[0] & { auth?: Call['caller'] } & Partial<
    Pick<Call, 'refreshOn401' | 'silent'>
  >;

/** The request's flags, passed on with its failure to the code that shows it, and what the answer asks to wait for. */
export interface ApiMeta extends Pick<ApiRequest, 'auth' | 'silent'> {
  retryAfterMs?: number | undefined;
  /** When it was answered, by the server's clock; NaN if the answer does not name the time. */
  answeredAt?: number;
}
export type ApiQuery<Failure = FetchBaseQueryError> = BaseQueryFn<ApiRequest, unknown, Failure, object, ApiMeta>;

/** The parts of a call that its request is made of. */
export type RequestCall = Pick<Call, 'path'> & { method: string } & Partial<
    Pick<Call, 'caller' | 'idempotent' | 'maxBodyBytes' | 'repeatsParams' | 'refreshOn401' | 'silent'>
  >;

/**
 * Builds the base query's request for a contract call.
 * @param base what precedes the path of each call
 * @param fields the call's parameters, and the fields of its body or of its query
 */
export function buildRequest(base: string, call: RequestCall, fields: Record<string, unknown>): ApiRequest {
  const { method, path, caller, repeatsParams, refreshOn401 = true, silent = false } = call;
  const params: Record<string, string> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const isParam = path.includes(`{${name}}`);
    if (isParam) params[name] = String(value);
    if (!isParam || repeatsParams) rest[name] = value;
  }
  const content = Object.keys(rest).length > 0 ? rest : undefined;
  const inAddress = method === 'GET' || method === 'DELETE';
  return {
    url: base + pathOf(call, params),
    method,
    [inAddress ? 'params' : 'body']: content,
    ...{ auth: caller, refreshOn401, silent },
  };
}
