import type { Database } from '@companion/server/platform/db/schema';
import type { Kysely } from 'kysely';

const TYPES = ['8(a)', 'HUBZone', 'SDVOSB', 'WOSB', 'MBE', 'Large', 'Small', 'other'];
/** People of one statement: both engines limit its parameters. */
const BATCH = 100;
/** Characters that are easily damaged: unusual line ends, four-byte characters, quotes, a formula. */
const AWKWARD = 'Said "so"\r\nand\u2028on, \\ 👩🏽‍🚀 é\t=1+1';

/**
 * Inserts an event, its questions, and people who answered them: `person-0`, `person-1` and so on.
 * @param options `commentLength` of each answer's comment
 */
export async function fillWithPeople(
  db: Kysely<Database>,
  people: number,
  { answersEach = 2, commentLength = 0 } = {},
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const texts = { tagline: '', welcome: '', thanks: '', about: '', privacy_policy: '', terms_version: 'terms-1' };
    const desk = { help_desk_email: 'help@example.com', help_desk_phone: '(202) 555-0100' };
    const event = {
      id: 'filled',
      name: 'Filled Summit',
      host: 'Firm',
      time_zone: 'America/New_York',
      ...texts,
      ...desk,
    };
    await trx
      .insertInto('events')
      .values({ ...event, starts_at: 1_900_000_000_000, ends_at: 1_900_100_000_000 })
      .execute();
    await trx.insertInto('campaigns').values({ id: 'polls', title: 'Polls', position: 0, hidden: 0 }).execute();
    const questions = Array.from({ length: answersEach }, (_, position) => `question-${position}`);
    for (const [position, id] of questions.entries()) {
      const asked = {
        id,
        campaign_id: 'polls',
        question: AWKWARD,
        type: 'options' as const,
        options: '["Red","Green"]',
      };
      await trx
        .insertInto('questions')
        .values({ ...asked, position, hidden: 0 })
        .execute();
    }
    const answerRow = (number: number, question_id: string) => ({
      account_id: `person-${number}`,
      question_id,
      campaign_id: 'polls',
      answers: `[${1 + (number % 2)}]`,
      comment: AWKWARD.padEnd(commentLength, ` ${number}`),
      created_at: 1_900_000_000_000 + number,
    });
    for (let from = 0; from < people; from += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, people - from) }, (_, index) => from + index);
      await trx.insertInto('accounts').values(numbers.map(personRow)).execute();
      await trx
        .insertInto('answers')
        .values(numbers.flatMap((number) => questions.map((question) => answerRow(number, question))))
        .execute();
    }
  });
}

function personRow(number: number) {
  return {
    id: `person-${number}`,
    first_name: `Person ${number}`,
    last_name: AWKWARD,
    email: `person.${number}@example.com`,
    email_key: `person.${number}@example.com`,
    phone: '(202) 555-0143',
    phone_e164: `+1202${5_550_000 + number}`,
    organization_name: `Firm ${number % 5}`,
    organization_type: TYPES[number % TYPES.length] ?? 'other',
    registration_complete: 1,
    pre_event_complete: 0,
    post_event_complete: 0,
    sms_enabled: 1,
    source: 'registration',
    created_at: 1_890_000_000_000 + number,
    updated_at: 1_890_000_000_000 + number,
  } as const;
}
