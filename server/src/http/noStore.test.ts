import { type CallName, calls } from '@companion/contract/calls';
import { startServerTest } from '@companion/testkit/serverTest';
import { expect, test } from 'vitest';

test('handle: no answer may be stored; lists and the live state have an ETag, for clients that keep them (decision 032)', async () => {
  const t = await startServerTest();
  try {
    const { profile, access_token: token } = await t.register();
    const params = { id: profile.id, campaignId: 'agenda', contentId: 'opening', questionId: 'poll-a' };
    // The contract's names are the keys of its calls.
    const names = Object.keys(calls) as CallName[];
    const tagged: string[] = [];
    for (const name of names) {
      const call = calls[name];
      const campaign = call.path.includes('questions') ? { campaignId: 'polls' } : {};
      const body = call.method === 'GET' ? {} : { body: {} };
      const response = await t.request(name, { token, params: { ...params, ...campaign }, ...body });
      if (call.method === 'GET') expect([name, response.status]).toEqual([name, 200]);
      expect([name, response.headers.get('cache-control')]).toEqual([name, 'no-store']);
      if (response.headers.has('etag')) tagged.push(name);
    }
    expect(tagged.sort()).toEqual([
      'getAnnouncements',
      'getAudienceQuestions',
      'getContent',
      'getLiveState',
      'getOwnAudienceQuestions',
      'getQuestions',
      'getRemovedContent',
    ]);
  } finally {
    await t.stop();
  }
});
