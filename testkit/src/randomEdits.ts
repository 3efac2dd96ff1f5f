import { PROGRAMME_LISTS, type Programme, type ProgrammeEntry } from '@companion/contract/staff/programme';

/** Values that YAML and Markdown could mistake for something else. */
const TEXTS = [
  'Plain',
  'With: a colon',
  '# no heading',
  '- one\n- two',
  '"Quoted"',
  "It's",
  '2026',
  '09:00',
  'Grüße 🎉',
];
TEXTS.push(
  'Several\n\nparagraphs',
  '*starred*',
  'a  b',
  '{curly}',
  '[square',
  'null',
  '> quoted\n> text',
  'ends with:',
);

/** Fields that no other entry refers to. */
const FIELDS = {
  agenda: ['title', 'subtitle', 'room', 'body'],
  speakers: ['name', 'role', 'organization', 'bio'],
  sponsors: ['name', 'about'],
  campaigns: ['title'],
  questions: ['question'],
} as const;
const REQUIRED = ['title', 'name', 'question'];

/** Makes edits of a programme at random: fields, entries that are added, removed and moved. A valid one stays valid. */
export function randomEdits(programme: Programme, count: number, random: (name: string) => number): Programme {
  let edited = programme;
  for (let index = 0; index < count; index++) edited = randomEdit(edited, random);
  return edited;
}

function randomEdit(programme: Programme, random: (name: string) => number): Programme {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random('pick') * items.length)] as Item;
  const kind = random('kind');
  if (kind < 0.05) {
    const rooms = [...new Set([pick(TEXTS), pick(TEXTS)])].map((text) => `${text.replaceAll('\n', ' ')} = 60`);
    return { ...programme, event: { ...programme.event, rooms: random('clear') < 0.2 ? [] : rooms } };
  }
  if (kind < 0.1) return { ...programme, event: { ...programme.event, name: pick(TEXTS).replaceAll('\n', ' ') } };
  if (kind < 0.2) return { ...programme, texts: { ...programme.texts, [pick(['welcome', 'about'])]: pick(TEXTS) } };
  const list = pick(PROGRAMME_LISTS);
  const entries = [...programme[list]];
  const place = Math.floor(random('place') * entries.length);
  const entry = entries[place];
  const field = pick(FIELDS[list]);
  const isRequired = REQUIRED.includes(field);
  const isMarkdown = ['body', 'bio', 'about'].includes(field);
  const value = isMarkdown ? pick(TEXTS) : pick(TEXTS).replaceAll('\n', ' ');
  if (entry && kind < 0.65) {
    const { [field]: _, ...others } = entry;
    // The id is not among the fields above.
    entries[place] = (!isRequired && random('clear') < 0.2 ? others : { ...entry, [field]: value }) as ProgrammeEntry;
  } else if (entry && kind < 0.75) {
    entries.splice(place, 1);
    entries.splice(Math.floor(random('to') * (entries.length + 1)), 0, entry);
  } else if (kind < 0.88) {
    const added = newEntry(
      programme,
      list,
      `${list}-${Math.floor(random('id') * 1e9)}`,
      pick(TEXTS).replaceAll('\n', ' '),
    );
    if (added) entries.splice(Math.floor(random('to') * (entries.length + 1)), 0, added);
  } else if (entry && isFree(programme, list, entry)) {
    entries.splice(place, 1);
  }
  return { ...programme, [list]: entries };
}

function newEntry(
  { sponsors, campaigns }: Programme,
  list: (typeof PROGRAMME_LISTS)[number],
  id: string,
  text: string,
): ProgrammeEntry | undefined {
  if (list === 'agenda') return { id, day: '1', start: '12:00', end: '12:30', category: 'Day 1', title: text };
  if (list === 'speakers') return { id, name: text, bio: text };
  // A new one needs a logo.
  if (list === 'sponsors') return sponsors[0] && { ...sponsors[0], id, name: text };
  const [campaign] = campaigns;
  // A campaign without questions is not valid.
  return list === 'questions' && campaign ? { id, campaign: campaign.id, type: 'comment', question: text } : undefined;
}

/** Whether nothing refers to an entry, and it is not the last that a valid programme needs. */
function isFree(
  programme: Programme,
  list: (typeof PROGRAMME_LISTS)[number],
  { id, campaign }: ProgrammeEntry,
): boolean {
  if (list === 'campaigns') return false;
  if (list === 'questions') return programme.questions.filter((other) => other.campaign === campaign).length > 1;
  if (list === 'agenda') return programme.agenda.length > 1;
  return !programme.agenda.some(({ speakers = [], sponsor }) => sponsor === id || speakers.includes(id));
}
