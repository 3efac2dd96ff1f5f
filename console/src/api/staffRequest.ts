import { type ApiRequest, buildRequest, type RequestCall } from '@companion/client/api/apiRequest';
import type { Answer } from '@companion/client/api/callTypes';
import { IdempotencyKeys } from '@companion/client/api/idempotencyKeys';
import { type StaffCallName, staffCalls } from '@companion/contract/staff/staffCalls';
import type { GivenTo } from './endpointsOfMap.ts';

type StaffCalls = typeof staffCalls;
export type StaffAnswer<Name extends StaffCallName> = Answer<StaffCalls[Name]>;
/** What a call needs: the parameters of its path, and the fields of its query and its body. */
export type StaffGiven<Name extends StaffCallName> = GivenTo<StaffCalls[Name]>;

/** They end with the page. */
export const idempotencyKeys = new IdempotencyKeys();

/** The request of a staff call. An empty search or filter is left out. One that is idempotent gets a key. */
export function staffRequest(call: RequestCall, given: Record<string, unknown> = {}): ApiRequest {
  const { params, ...request } = buildRequest('/api', call, given);
  const filled = Object.entries(params ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return {
    ...request,
    params: filled.length > 0 ? Object.fromEntries(filled) : undefined,
    ...(call.idempotent ? { headers: { 'Idempotency-Key': idempotencyKeys.keyOf(request.url, request.body) } } : {}),
    ...(call.maxBodyBytes ? { bodyBytes: JSON.stringify(request.body ?? '').length } : {}),
    cache: 'no-store',
  };
}

/** The address of a call that is a link: the browser sends the session's cookie with it. */
export function staffAddress<Name extends StaffCallName>(name: Name, given: StaffGiven<Name>): string {
  const { url, params } = staffRequest(staffCalls[name], given as Record<string, unknown>);
  return params ? `${url}?${new URLSearchParams(params)}` : url;
}
