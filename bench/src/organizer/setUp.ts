import type { Locator, Page } from '@playwright/test';
import { EVENT, FIRST_DAY, logoOf, POLLS, PRIVACY, ROOM, SESSIONS, SPEAKERS, SPONSORS, ZONE } from './exampleEvent.ts';
import type { Person } from './person.ts';

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true });
const said = (page: Page, text: string) => page.getByRole('status', { name: 'Notices' }).getByText(text).last();

/** Saves a new entry and opens the next form, or leaves it after the last one. */
async function addEntry(person: Person, first: Locator, isLast: boolean): Promise<void> {
  if (isLast) {
    await person.press(button(person.page, 'Add'));
    await person.seeNone(button(person.page, 'Save and add another'));
  } else {
    await person.key('ControlOrMeta+Enter');
    await person.seeEmpty(first);
  }
}

export async function fillInEvent(person: Person): Promise<void> {
  const { page } = person;
  person.begin('The event');
  await person.press(link(page, 'Set up the event'));
  await person.press(link(page, 'Fill in: 1. The event'));
  for (const [label, text] of Object.entries(EVENT)) await person.type(field(page, label), text);
  await person.typeDate(field(page, 'First day'), FIRST_DAY);
  await person.type(field(page, 'Number of days'), '2');
  await person.type(field(page, 'Time zone'), ZONE);
  await person.key('Enter');
  await person.see(said(page, 'The event is saved.'));
}

export async function addSpeakers(person: Person): Promise<void> {
  const { page } = person;
  person.begin('10 speakers');
  await person.press(menu(page, 'Speakers'));
  await person.press(link(page, 'New speaker'));
  for (const [index, name] of SPEAKERS.entries()) {
    await person.type(field(page, 'Name'), name);
    await addEntry(person, field(page, 'Name'), index === SPEAKERS.length - 1);
  }
}

export async function addSponsors(person: Person): Promise<void> {
  const { page } = person;
  person.begin('5 sponsors, each with a logo');
  await person.press(menu(page, 'Sponsors'));
  await person.press(link(page, 'New sponsor'));
  for (const [index, { name, tier, url }] of SPONSORS.entries()) {
    await person.type(field(page, 'Name'), name);
    await person.type(field(page, 'Tier'), tier);
    await person.type(field(page, 'Address of the website'), url);
    await person.chooseFile(page.locator('input[type="file"]'), logoOf(name));
    await person.see(page.getByRole('img', { name }));
    await addEntry(person, field(page, 'Name'), index === SPONSORS.length - 1);
  }
}

export async function addSessions(person: Person): Promise<void> {
  const { page } = person;
  person.begin('20 sessions');
  await person.press(menu(page, 'Sessions'));
  await person.press(link(page, 'New session'));
  for (const [index, { day, title, start, end, speaker }] of SESSIONS.entries()) {
    await person.type(field(page, 'Title'), title);
    // The form goes on where the session before it ended.
    if (SESSIONS[index - 1]?.day !== day) {
      await person.choose(field(page, 'Day'), new RegExp(`^Day ${day}`));
      await person.type(field(page, 'Start'), start);
    }
    await person.type(field(page, 'End'), end);
    if (index === 0) await person.type(field(page, 'Room'), ROOM);
    await person.type(field(page, 'Add a speaker by name'), speaker.slice(0, 3).toLowerCase());
    await person.key('Enter');
    await addEntry(person, field(page, 'Title'), index === SESSIONS.length - 1);
  }
}

export async function addPolls(person: Person): Promise<void> {
  const { page } = person;
  person.begin('3 polls');
  await person.press(menu(page, 'Surveys and polls'));
  await person.type(field(page, 'Title'), 'On stage');
  await person.key('Enter');
  await person.press(link(page, 'Add a question to On stage'));
  for (const [index, { question, options }] of POLLS.entries()) {
    await person.type(field(page, 'Question'), question);
    await person.choose(field(page, 'Type'), 'One of several');
    for (const [place, option] of options.entries()) await person.type(field(page, `Option ${place + 1}`), option);
    await addEntry(person, field(page, 'Question'), index === POLLS.length - 1);
  }
}

export async function importRows(person: Person): Promise<void> {
  const { page } = person;
  person.begin('Sessions, speakers, sponsors and polls from one CSV');
  await person.press(menu(page, 'Sessions'));
  await person.press(link(page, 'Import'));
  await person.chooseFile(field(page, 'File'), { name: 'event.csv', mimeType: 'text/csv', text: rowsAsCsv() });
  await person.press(button(page, 'Look at what it would change'));
  await person.press(button(page, 'Import into the draft'));
  await person.see(said(page, 'import'));
}

export async function addLogos(person: Person): Promise<void> {
  const { page } = person;
  person.begin('5 logos');
  for (const { name } of SPONSORS) {
    await person.press(menu(page, 'Sponsors'));
    await person.press(link(page, name));
    await person.chooseFile(page.locator('input[type="file"]'), logoOf(name));
    await person.see(page.getByRole('img', { name }));
    await person.press(button(page, 'Save'));
    await person.see(said(page, 'The sponsor is saved.'));
  }
}

export async function publish(person: Person): Promise<void> {
  const { page } = person;
  person.begin('The privacy policy');
  await person.press(menu(page, 'Texts'));
  await person.type(page.getByRole('textbox', { name: 'Privacy policy' }), PRIVACY);
  await person.press(button(page, 'Save'));
  await person.see(said(page, 'The texts are saved.'));
  person.begin('Publish');
  await person.press(menu(page, 'Publish'));
  await person.press(button(page, 'Publish now'));
  await person.see(page.getByText('Everything is published.'));
}

/** As a spreadsheet with the columns of docs/importing.md writes it. */
function rowsAsCsv(): string {
  const columns = ['Title', 'Day', 'Start', 'End', 'Room', 'Speakers', 'Type', 'Tier', 'Website', 'Options'];
  const row = (cells: Record<string, string>) => columns.map((column) => `"${cells[column] ?? ''}"`).join(',');
  return [
    columns.join(','),
    ...SESSIONS.map(({ day, title, start, end, speaker }) => {
      const times = { Start: start.padStart(5, '0'), End: end.padStart(5, '0') };
      return row({ Title: title, Day: String(day), ...times, Room: ROOM, Speakers: speaker });
    }),
    ...SPONSORS.map(({ name, tier, url }) => row({ Title: name, Type: 'Sponsor', Tier: tier, Website: url })),
    ...POLLS.map(({ question, options }) => row({ Title: question, Type: 'Poll', Options: options.join('; ') })),
  ].join('\r\n');
}
