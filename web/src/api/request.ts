import { type ApiRequest, buildRequest, type RequestCall } from '@companion/client/api/apiRequest';
import { idempotencyKeys } from './idempotencyKeys.ts';
import { API_HOST } from './server.ts';

/**
 * Builds the base query's request for a contract call.
 * @param fields the call's parameters and body fields
 * @param key the idempotency key of a write that is sent until it is answered; by default that of its content
 */
export function request(call: RequestCall, fields: Record<string, unknown> = {}, key?: string): ApiRequest {
  const built = buildRequest(`${API_HOST}/api`, call, fields);
  if (call.idempotent) built.headers = { 'Idempotency-Key': key ?? idempotencyKeys.keyOf(built.url, built.body) };
  return built;
}
