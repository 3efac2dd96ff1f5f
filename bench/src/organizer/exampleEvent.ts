/** An event of two days that an organizer enters: 20 sessions, 10 speakers, 5 sponsors, 3 polls. */
export const EVENT = {
  Name: 'River Forum',
  Host: 'Cedar & Stone LLC',
  Tagline: 'Two days at the river',
};
export const FIRST_DAY = '2031-05-06';
export const ZONE = 'America/Chicago';
export const PRIVACY = 'We keep what you enter until 30 days after the event, and give it to no one.';

export const SPEAKERS = [
  ...['Ada Redcedar', 'Ben Whitewater', 'Clara Stone', 'Dan Longmeadow', 'Eve Fairchance'],
  ...['Finn Okoro', 'Grace Harlan', 'Hugo Varga', 'Iris Monte', 'Joan Ashdown'],
];

export const SPONSORS = ['Heron Federal', 'Ninebark Union', 'Pell and Darrow', 'Quartz Systems', 'Acme Catering'].map(
  (name) => ({ name, tier: 'Gold', url: `https://${name.split(' ')[0]?.toLowerCase()}.example` }),
);

const TOPICS = [
  ...['Opening words', 'Reading the new rules', 'Set-asides that last', 'Pricing a first bid', 'Joint ventures'],
  ...['Past performance', 'Meeting the officers', 'Cyber rules in an hour', 'Bonds and sureties', 'Evening reception'],
];
/** Ten a day, each 45 minutes after the one before it. */
export const SESSIONS = [1, 2].flatMap((day) =>
  TOPICS.map((topic, index) => {
    const at = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
    const start = 9 * 60 + index * 45;
    const speaker = SPEAKERS[(index + day) % SPEAKERS.length] ?? '';
    return { day, title: day === 1 ? topic : `${topic}, part 2`, start: at(start), end: at(start + 45), speaker };
  }),
);
export const ROOM = 'Main Hall';

export const POLLS = [
  { question: 'Is this your first forum?', options: ['Yes, it is', 'No, I came before'] },
  { question: 'Which day is worth more to you?', options: ['The first', 'The second'] },
  { question: 'Would you come again next year?', options: ['Certainly', 'Rather not'] },
];

export const logoOf = (name: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  text: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80"><text x="8" y="50">${name}</text></svg>`,
});
