import { flagOf, identifierOf, isRecord, lineOf, listOf, recordOf, recordsOf, textOf, type Untyped } from './coerce.ts';
import type { SourceSchedule, SourceSpeaker, SourceTalk, SpeakerName } from './sourceSchedule.ts';

/** Groups of choices for the subtitle; the screens do not show level, language and tags. */
const SUBTITLE_GROUP = /track|format|type|stream|theme|topic/i;
/** Choices that say nothing about a session. */
const PLAIN_CHOICE = /^(?:(?:regular )?(?:session|talk|lecture)s?)$/i;
const ORGANIZATION_QUESTION = /^(?:your )?(?:company|organi[sz]ation|employer|firm)(?: name)?\??$/i;
const OFF_STATUS = /cancel|reject|declin|withdr|waitlist|delete|draft/i;

/** Reads Sessionize's GridSmart view: days with rooms with sessions. */
export function readGridView(days: unknown[], file: string): SourceSchedule {
  const schedule = emptySchedule();
  const reject = (where: string, why: string) => schedule.rejected.push({ where: `${file}: ${where}`, why });
  for (const [dayIndex, day] of recordsOf(days, (index) => reject(`day ${index + 1}`, 'is not a day')).entries()) {
    const rooms = recordsOf(day.rooms, (index) => reject(`day ${dayIndex + 1}, room ${index + 1}`, 'is not a room'));
    // Older grids have sessions only in the time slots.
    const slots = recordsOf(day.timeSlots).flatMap((slot) => recordsOf(slot.rooms));
    for (const room of rooms.some((given) => listOf(given.sessions).length > 0) ? rooms : slots) {
      const name = lineOf(room.name);
      for (const [row, session] of listOf(room.sessions ?? room.session).entries()) {
        const where = `${file}: day ${dayIndex + 1}, room ${JSON.stringify(name ?? '')}, row ${row + 1}`;
        add(schedule, session, where, (given) => ({
          ...talkOf(given, where),
          room: lineOf(given.room) ?? name,
          speakers: namesOf(given.speakers),
          subtitle: recordsOf(given.categories)
            .filter((group) => SUBTITLE_GROUP.test(lineOf(group.name) ?? ''))
            .flatMap((group) => listOf(group.categoryItems).flatMap((item) => lineOf(recordOf(item).name) ?? []))
            .filter((choice) => !PLAIN_CHOICE.test(choice))
            .join(' · '),
        }));
      }
    }
  }
  return schedule;
}

/** Reads Sessionize's All view: sessions refer to speakers, rooms and choices by id. */
export function readAllView(view: Untyped, file: string): SourceSchedule {
  const nameById = (list: unknown) =>
    new Map(recordsOf(list).map(({ id, name, title }) => [lineOf(id), lineOf(name ?? title)]));
  const rooms = nameById(view.rooms);
  const groups = recordsOf(view.categories).filter((group) => SUBTITLE_GROUP.test(lineOf(group.title) ?? ''));
  const choices = nameById(groups.flatMap((group) => listOf(group.items)));
  const questions = new Map(recordsOf(view.questions).map(({ id, question }) => [lineOf(id), question]));
  const speakers = recordsOf(view.speakers).map((speaker) => ({
    ...speaker,
    questionAnswers: recordsOf(speaker.questionAnswers).map((answer) => ({
      question: questions.get(lineOf(answer.questionId)),
      ...answer,
    })),
  }));

  const schedule = emptySchedule();
  schedule.speakers = speakers.length > 0 ? readSpeakersView(speakers, file, 'speakers, ') : undefined;
  const names = new Map(schedule.speakers?.map(({ id, name }) => [id, name]));
  for (const [row, session] of listOf(view.sessions).entries()) {
    const where = `${file}: sessions, row ${row + 1}`;
    add(schedule, session, where, (given) => ({
      ...talkOf(given, where),
      room: lineOf(given.room) ?? rooms.get(lineOf(given.roomId)),
      speakers: namesOf(given.speakers).map(({ id, name }) => ({ id, name: name ?? names.get(id) })),
      subtitle: listOf(given.categoryItems)
        .flatMap((item) => choices.get(lineOf(item)) ?? [])
        .filter((choice) => !PLAIN_CHOICE.test(choice))
        .join(' · '),
    }));
  }
  return schedule;
}

/** Reads Sessionize's Sessions view: groups of sessions. */
export function readSessionsView(groups: unknown[], file: string): SourceSchedule {
  const sessions = recordsOf(groups).flatMap((group) => listOf(group.sessions));
  return readGridView([{ rooms: [{ sessions }] }], file);
}

/** Reads Sessionize's Speakers view, or the speakers of its All view. */
export function readSpeakersView(speakers: unknown[], file: string, part = ''): SourceSpeaker[] {
  return speakers.map((given, row) => {
    const speaker = recordOf(given);
    const parts = [lineOf(speaker.firstName), lineOf(speaker.lastName)];
    const answers = recordsOf(speaker.questionAnswers);
    const organization = answers.find(({ question }) => ORGANIZATION_QUESTION.test(lineOf(question) ?? ''));
    return {
      where: `${file}: ${part}row ${row + 1}`,
      id: identifierOf(speaker.id),
      name: lineOf(speaker.fullName) ?? lineOf(speaker.name) ?? (parts.filter(Boolean).join(' ') || undefined),
      role: lineOf(speaker.tagLine) ?? null,
      organization: lineOf(organization?.answer ?? organization?.answerValue) ?? null,
      bio: textOf(speaker.bio) ?? null,
      picture: lineOf(speaker.profilePicture),
      talks: listOf(speaker.sessions).flatMap(
        (session) => identifierOf(isRecord(session) ? session.id : session) ?? [],
      ),
    };
  });
}

const emptySchedule = (): SourceSchedule => ({
  origin: 'sessionize',
  title: undefined,
  zone: undefined,
  talks: [],
  speakers: undefined,
  rejected: [],
});

function add(schedule: SourceSchedule, session: unknown, where: string, read: (given: Untyped) => SourceTalk): void {
  if (isRecord(session)) schedule.talks.push(read(session));
  else schedule.rejected.push({ where, why: 'is not a session' });
}

function talkOf(given: Untyped, where: string): Omit<SourceTalk, 'room' | 'speakers' | 'subtitle'> {
  const status = lineOf(given.status);
  const start = lineOf(given.startsAt);
  return {
    where,
    id: identifierOf(given.id),
    guid: undefined,
    title: lineOf(given.title),
    start,
    end: lineOf(given.endsAt),
    duration: undefined,
    // Its days are calendar dates, so placeTalks decides by the hour.
    day: undefined,
    texts: [textOf(given.description) ?? ''],
    plenary: flagOf(given.isPlenumTalk),
    service: flagOf(given.isServiceTalk),
    off: status && OFF_STATUS.test(status) ? `its status is ${status}` : start ? undefined : 'it is not scheduled',
  };
}

const namesOf = (speakers: unknown): SpeakerName[] =>
  listOf(speakers).map((speaker) =>
    isRecord(speaker)
      ? { id: identifierOf(speaker.id), name: lineOf(speaker.name ?? speaker.fullName) }
      : { id: identifierOf(speaker), name: undefined },
  );
