import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The contents of the test pack, in order. */
export const TEST_EVENT = {
  name: 'Test Summit',
  termsVersion: 'terms-7',
  /** 9 AM on the first day and 5 PM on the second, in the event's zone. */
  startsAt: '2031-06-10T13:00:00.000Z',
  endsAt: '2031-06-11T21:00:00.000Z',
  questions: {
    'pre-event': ['pre-yes', 'pre-faces', 'pre-numbers', 'pre-one', 'pre-many', 'pre-words'],
    polls: ['poll-a', 'poll-b'],
    'post-event': ['post-only'],
  },
  content: { agenda: ['opening', 'closing'], speakers: ['ada'], sponsors: ['acme'] },
} as const;

const FILES: Record<string, string> = {
  'event.yaml': `id: test-summit
name: Test Summit
host: Test Firm
tagline: Nowhere in particular
timeZone: America/New_York
firstDay: 2031-06-10
days: 2
termsVersion: terms-7
helpDesk: { email: help@example.com, phone: (202) 555-0100 }
`,
  'agenda.yaml': `- { id: opening, day: 1, start: 09:00, end: 10:00, category: Day 1, title: Opening, speakers: [ada], sponsor: acme, body: Welcome }
- { id: closing, day: 2, start: 16:00, end: 17:00, category: Day 2, title: Closing, body: Goodbye }
`,
  'speakers.yaml': '- { id: ada, name: Ada Speaker, role: Host, organization: Test Firm, bio: Speaks }\n',
  'sponsors.yaml':
    '- { id: acme, name: Acme, tier: Gold, url: "https://example.com/", logo: acme.svg, about: Sells anvils }\n',
  'campaigns.yaml': `- id: pre-event
  title: Before
  questions:
    - { id: pre-yes, type: yes-no, question: Coming? }
    - { id: pre-faces, type: range-face-5, question: How do you feel? }
    - { id: pre-numbers, type: range-number-5, question: How much? }
    - { id: pre-one, type: options, question: Which?, options: [Red, Green, Blue] }
    - { id: pre-many, type: multiple-options, question: Which ones?, options: [Red, Green, Blue] }
    - { id: pre-words, type: comment, question: Anything else? }
- id: polls
  title: Polls
  questions:
    - { id: poll-a, type: yes-no, question: First? }
    - { id: poll-b, type: yes-no, question: Second? }
- id: post-event
  title: After
  questions:
    - { id: post-only, type: comment, question: How was it? }
`,
  'welcome.md': 'Welcome',
  'thanks.md': 'Thanks',
  'about.md': 'About',
  'privacy-policy.md': 'Privacy',
};

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>\n';

/**
 * Writes a small event pack with one question of every type.
 * @param changed files to replace or to add
 * @returns its folder, which the caller removes
 */
export async function writeTestPack(changed: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-pack-'));
  await mkdir(join(folder, 'sponsors'));
  const files = { ...FILES, 'logo.svg': PICTURE, 'sponsors/acme.svg': PICTURE, ...changed };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}
