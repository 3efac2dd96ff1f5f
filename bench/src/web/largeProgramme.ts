import type { WrittenItem } from '@companion/contract/content';
import { repeatableRandom } from '@companion/testkit/repeatableRandom';

const WORDS = 6000;
const ROOMS = 20;
const TITLE_WORDS = 7;
const BODY_WORDS = 120;
const BIO_WORDS = 60;
const DAYS = 5;

/** The content list of a large event: its words are as frequent as those of a language. */
export function largeProgramme(sessions: number): WrittenItem[] {
  const random = repeatableRandom(7);
  const pick = (name: string, count: number) => Math.floor(random(name) * count);
  const syllables = [...'bcdfghklmnprstvz'].flatMap((first) => [...'aeiou'].map((second) => first + second));
  const word = () => Array.from({ length: 2 + pick('length', 3) }, () => syllables[pick('syllable', syllables.length)]);
  const words = Array.from({ length: WORDS }, () => word().join(''));
  // Zipf's law: the n-th word is as frequent as 1 / n.
  const frequentWord = () => words[Math.floor(WORDS ** random('word')) - 1] ?? '';
  const text = (count: number) => Array.from({ length: count }, frequentWord).join(' ');
  const unknown = { subtitle: null, sponsor: null, slug: null, vote: null, comment: null, tier: null, url: null };
  const speakers = Array.from(
    { length: Math.ceil(sessions / 2) },
    (_, index): WrittenItem => ({
      ...unknown,
      ...{ id: `speaker-${index}`, campaignId: 'speakers', type: 'Speaker', category: 'Speakers' },
      ...{ title: `${words[pick('name', WORDS)]} ${words[pick('name', WORDS)]}`, body: `<p>${text(BIO_WORDS)}</p>` },
      ...{ startDate: null, endDate: null, room: null, speakerIds: [], picture: null },
    }),
  );
  const from = Date.parse('2026-06-09T13:00:00Z');
  const agenda = Array.from({ length: sessions }, (_, index): WrittenItem => {
    const slot = Math.floor(index / ROOMS);
    const startDate = new Date(from + (slot % DAYS) * 86_400_000 + Math.floor(slot / DAYS) * 3_600_000).toISOString();
    return {
      ...unknown,
      ...{ id: `session-${index}`, campaignId: 'agenda', type: 'Agenda', category: 'Day 1' },
      ...{ title: text(TITLE_WORDS), body: `<p>${text(BODY_WORDS)}</p>` },
      ...{ startDate, endDate: startDate, room: `Room ${1 + (index % ROOMS)}`, picture: null },
      speakerIds: [`speaker-${index % speakers.length}`],
    };
  });
  return [...agenda, ...speakers];
}
