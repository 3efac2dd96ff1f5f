import { QUESTION_TYPES } from '@companion/contract/question';
import type { FieldValue, ProgrammeEdit, ProgrammeList } from '@companion/contract/staff/programme';
import type { StaffBrowser } from './staffBrowser.ts';

/** More than a title should have, with a word that is wider than a phone. */
const LONG = `${'Rindfleischetikettierungsüberwachung'.repeat(2)} and what it means for subcontracting plans`;
const ROOMS = ['Potomac Ballroom', 'Rotunda', 'Cypress Room', 'Terrace', 'Cascade Hall'];
const SESSIONS = 20;

const add = (list: ProgrammeList, id: string, fields: Record<string, FieldValue>): ProgrammeEdit => ({
  op: 'add',
  list,
  id,
  fields,
});

/**
 * Publishes a small change, and fills the draft with more than screens have room for: long titles and names, sessions
 * that clash, a poll of each type.
 */
export async function fillProgramme(member: StaffBrowser): Promise<void> {
  const { draft, programme } = (await member.ask('getProgramme')).results;
  const place = { list: 'event', id: null, field: 'tagline' } as const;
  const tagline = { op: 'set', ...place, from: programme.event.tagline ?? null, to: LONG };
  await member.ask('editProgramme', { body: { edits: [tagline] } });
  await member.ask('publishProgramme', { body: { version: draft.version + 1 } });
  const speakers = ['محمد بن عبد الله', `Dr. Maximiliane-Theodora ${LONG.slice(0, 60)}`, 'Bo'];
  const edits = [
    ...speakers.map((name, index) => add('speakers', `filled-${index}`, { name, role: LONG, organization: LONG })),
    ...[LONG, 'Acme'].map((name, index) =>
      add('sponsors', `acme-${index}`, { name, tier: 'Gold', url: `https://${'long-'.repeat(20)}.example/` }),
    ),
    ...Array.from({ length: SESSIONS }, (_, index) => add('agenda', `filled-session-${index}`, sessionOf(index))),
    add('campaigns', 'filled', { title: LONG }),
    ...QUESTION_TYPES.map((type) =>
      add('questions', `filled-${type}`, {
        ...{ campaign: 'filled', type, question: LONG },
        ...(type.includes('options') && { options: [LONG, 'Yes, of course', 'No'] }),
      }),
    ),
  ];
  const { conflicts } = (await member.ask('editProgramme', { body: { edits } })).results;
  if (conflicts.length > 0) throw new Error(`The draft has these entries already: ${JSON.stringify(conflicts)}`);
}

/** Five begin at the same time, so that they share speakers; every fifth is in the room of another. */
function sessionOf(index: number): Record<string, FieldValue> {
  const hour = 10 + Math.floor(index / 5);
  return {
    ...{ day: '1', category: 'Day 1', start: `${hour}:00`, end: `${hour}:${index % 4 === 0 ? '05' : '45'}` },
    title: index % 3 === 0 ? LONG : `Filled session ${index}`,
    room: ROOMS[index % 5 === 4 ? 0 : index % ROOMS.length] ?? '',
    speakers: [`filled-${index % 3}`, `filled-${(index + 1) % 3}`],
  };
}
