import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

const FILES: Record<string, string | Uint8Array> = {
  'event.yaml': `id: small
name: Small Summit
host: Test Firm
tagline: One of everything
timeZone: America/New_York
firstDay: 2026-11-20
days: 2
termsVersion: "1.0"
helpDesk:
  email: help@example.com
  phone: (202) 555-0100
`,
  'agenda.yaml': `- id: opening
  day: 1
  start: "09:00"
  end: "09:45"
  category: Day 1
  title: Opening
  speakers: [ada]
  sponsor: acme
  body: Come **early**.
- id: workshop
  day: 1
  start: "10:00"
  end: "11:00"
  category: Breakout Sessions
  title: Workshop
  room: Oak
- id: closing
  day: 2
  start: "16:00"
  end: "24:30"
  category: Day 2
  title: Closing
`,
  'speakers.yaml': `- id: ada
  name: Ada Example
  role: Founder
  organization: Example Works
  picture: ada.svg
  bio: She builds.
- id: bo
  name: Bo Example
`,
  'sponsors.yaml': `- id: acme
  name: Acme
  tier: Gold
  url: https://acme.example/
  logo: acme.svg
`,
  'campaigns.yaml': `- id: pre-event
  title: Before
  questions:
    - id: first-time
      type: yes-no
      question: First time here?
    - id: size
      type: options
      question: How large is your firm?
      options: [1, More]
- id: post-event
  title: After
  questions:
    - id: liked
      type: range-face-5
      question: Did you like it?
`,
  'welcome.md': 'Welcome!\n',
  'thanks.md': 'Thanks!\n',
  'about.md': '# About\n',
  'privacy-policy.md': '## Privacy\n',
  'logo.svg': SVG,
  'speakers/ada.svg': SVG,
  'sponsors/acme.svg': SVG,
};

/** Changes by file: another content, null to omit the file, or a function of its content. */
export type PackChanges = Record<string, string | Uint8Array | null | ((content: string) => string)>;

/** Writes a valid pack with one entry of each kind and the given changes into a new folder. */
export async function smallPack(changes: PackChanges = {}): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-pack-'));
  for (const file of new Set([...Object.keys(FILES), ...Object.keys(changes)])) {
    const change = changes[file];
    const content =
      typeof change === 'function' ? change(String(FILES[file])) : change === undefined ? FILES[file] : change;
    if (content === null || content === undefined) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
