import { type ApiQuery, type ApiRequest, buildRequest } from '@companion/client/api/apiRequest';
import { schemaFailure } from '@companion/client/network/callFailure';
import { defineCall } from '@companion/contract/defineCall';
import { configureStore } from '@reduxjs/toolkit';
import { createApi, type FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpointsOfMap } from './endpointsOfMap.ts';

const OPEN = { caller: 'public', summary: '' } as const;
const calls = {
  getRooms: defineCall({
    ...OPEN,
    method: 'GET',
    path: '/houses/{houseId}/rooms',
    query: z.object({ search: z.optional(z.string()) }),
    answer: z.object({ names: z.array(z.string()) }),
  }),
  renameRoom: defineCall({
    ...OPEN,
    method: 'PUT',
    path: '/rooms/{roomId}',
    body: z.object({ name: z.string() }),
    answer: z.object({ id: z.string() }),
  }),
  removeRoom: defineCall({
    ...OPEN,
    method: 'DELETE',
    path: '/rooms/{roomId}',
    query: z.object({ withFurniture: z.boolean() }),
    answer: z.object({}),
  }),
};

/** A store whose server gives this answer to every request. */
function start(answer: () => unknown) {
  const sent: ApiRequest[] = [];
  const baseQuery: ApiQuery = async (request) => {
    sent.push(request);
    return { data: answer() };
  };
  const api = createApi({
    baseQuery,
    tagTypes: ['getRooms', 'renameRoom', 'removeRoom'],
    endpoints: endpointsOfMap<typeof calls, FetchBaseQueryError, 'api'>(calls, (call, fields = {}) =>
      buildRequest('/api', call, fields),
    ),
    catchSchemaFailure: schemaFailure,
  });
  const store = configureStore({
    reducer: { api: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  return { api, store, sent };
}

test('endpoints: the fields of a call go where its definition says', async () => {
  const { api, store, sent } = start(() => ({ id: '1' }));
  await store.dispatch(api.endpoints.getRooms.initiate({ houseId: 'a/b', search: 'hall' }));
  await store.dispatch(api.endpoints.renameRoom.initiate({ roomId: '1', name: 'Hall' }));
  await store.dispatch(api.endpoints.removeRoom.initiate({ roomId: '1', withFurniture: true }));

  expect(sent.map(({ method, url, params, body }) => ({ method, url, params, body }))).toEqual([
    { method: 'GET', url: '/api/houses/a%2Fb/rooms', params: { search: 'hall' }, body: undefined },
    { method: 'PUT', url: '/api/rooms/1', params: undefined, body: { name: 'Hall' } },
    { method: 'DELETE', url: '/api/rooms/1', params: { withFurniture: true }, body: undefined },
  ]);
});

test('endpoints: an answer is read tolerantly; one without its id is a PARSING_ERROR', async () => {
  const { api, store } = start(() => ({}));
  const { data } = await store.dispatch(api.endpoints.getRooms.initiate({ houseId: '1' }));
  const { error } = await store.dispatch(api.endpoints.renameRoom.initiate({ roomId: '1', name: 'Hall' }));

  expect(data).toEqual({ names: [] });
  expect(error).toMatchObject({ status: 'PARSING_ERROR', originalStatus: 200 });
});

test('endpoints: what a call has read has the tag of its name', async () => {
  const { api, store, sent } = start(() => ({ names: [] }));
  await store.dispatch(api.endpoints.getRooms.initiate({ houseId: '1' }));
  store.dispatch(api.util.invalidateTags(['getRooms']));

  await expect.poll(() => sent.length).toBe(2);
});
