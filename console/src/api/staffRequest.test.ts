import { staffCalls } from '@companion/contract/staff/staffCalls';
import { expect, test } from 'vitest';
import { staffAddress, staffRequest } from './staffRequest.ts';

test('staff calls: each field has one place, which the method of its call names', () => {
  for (const [name, { method, path, query, body }] of Object.entries(staffCalls)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field);
    const [inQuery, inBody] = [query, body].map((schema) => Object.keys(schema.shape));
    const fields = [inPath, inQuery, inBody].flat();
    expect(new Set(fields).size, name).toBe(fields.length);
    expect(method === 'GET' || method === 'DELETE' ? inBody : inQuery, name).toEqual([]);
  }
});

test('staff calls: the address of a file leaves out an empty search', () => {
  expect(staffAddress('exportItemComments', { contentId: 'a b', search: '', hidden: 'yes' })).toBe(
    '/api/staff/items/a%20b/comments.csv?hidden=yes',
  );
  expect(staffAddress('exportItemFigures', { search: undefined })).toBe('/api/staff/items.csv');
});

test('staff calls: an announcement is planned with a key, so that sent again after a lost answer it is planned once', () => {
  expect(staffRequest(staffCalls.planAnnouncement, { text: 'Lunch' }).headers).toEqual({
    'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(staffRequest(staffCalls.getAnnouncementList).headers).toBeUndefined();
});

test('staff calls: one that takes a large body says how long it is, so that a slow network has time for it', () => {
  const given = { content: 'x'.repeat(1000), place: 'logo' };
  expect(staffRequest(staffCalls.uploadPicture, given).bodyBytes).toBe(JSON.stringify(given).length);
  expect(staffRequest(staffCalls.planAnnouncement, { text: 'Lunch' }).bodyBytes).toBeUndefined();
});
