import type { ContentItem } from '@companion/contract/content';
import { contentItem } from '@companion/testkit/contentItem';
import { expect, test } from 'vitest';
import { eventPicture } from './eventPicture.ts';

const speaker = (picture: ContentItem['picture']): ContentItem =>
  contentItem({ id: 'ada', campaignId: 'speakers', type: 'Speaker', category: 'Speakers', slug: 'ada b.jpg', picture });
const SRC = '/event/speakers/ada%20b.jpg';

test('event picture: lists the sized pictures up to the width of the original', () => {
  expect(eventPicture(speaker({ width: 150, height: 300, version: 'ab' }))).toEqual({
    src: SRC,
    width: 150,
    height: 300,
    sources: [
      { type: 'image/avif', srcSet: `${SRC}?v=ab&w=96&f=avif 96w, ${SRC}?v=ab&w=192&f=avif 150w` },
      { type: 'image/webp', srcSet: `${SRC}?v=ab&w=96&f=webp 96w, ${SRC}?v=ab&w=192&f=webp 150w` },
    ],
  });
});

test('event picture: without sized pictures it is the original, and without a name nothing', () => {
  const svg = { width: 30, height: 20, version: null };
  expect(eventPicture(speaker(svg))).toEqual({ src: SRC, width: 30, height: 20, sources: [] });
  expect(eventPicture(speaker(null))).toEqual({ src: SRC, width: undefined, height: undefined, sources: [] });
  expect(eventPicture({ ...speaker(svg), slug: null })).toBeUndefined();
  // Nothing says where the picture of a session would be.
  expect(eventPicture({ ...speaker(svg), type: 'Agenda', category: 'Day 1' })).toBeUndefined();
});
