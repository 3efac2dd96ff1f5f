import { flagOf, identifierOf, isRecord, lineOf, listOf, recordOf, recordsOf, textOf, type Untyped } from './coerce.ts';
import type { ImportReport } from './importReport.ts';
import { type SourceSchedule, type SourceSpeaker, type SourceTalk, sessionRows } from './sourceSchedule.ts';

/** Groups of choices for the subtitle; the screens do not show level, language and tags. */
const SUBTITLE_GROUP = /track|format|type|stream|theme|topic/i;
/** Choices that say nothing about a session. */
const PLAIN_CHOICE = /^(?:(?:regular )?(?:session|talk|lecture)s?)$/i;
const ORGANIZATION_QUESTION = /^(?:your )?(?:company|organi[sz]ation|employer|firm)(?: name)?\??$/i;
const OFF_STATUS = /cancel|reject|declin|withdr|waitlist|delete|draft/i;

/** Reads Sessionize's GridSmart view: days with rooms with sessions. */
export function readGridView(days: unknown[], file: string, report: ImportReport): SourceSchedule {
  const schedule: SourceSchedule = { origin: 'sessionize', talks: [] };
  const reject = (where: string, why: string) => report.add('sessions', 'rejected', `${file}: ${where}`, why);
  for (const [dayIndex, day] of recordsOf(days, (index) => reject(`day ${index + 1}`, 'is not a day')).entries()) {
    const rooms = recordsOf(day.rooms, (index) => reject(`day ${dayIndex + 1}, room ${index + 1}`, 'is not a room'));
    // Older grids have sessions only in the time slots.
    const slots = recordsOf(day.timeSlots).flatMap((slot) => recordsOf(slot.rooms));
    for (const room of rooms.some((given) => listOf(given.sessions).length > 0) ? rooms : slots) {
      const name = lineOf(room.name);
      const place = `${file}: day ${dayIndex + 1}, room ${JSON.stringify(name ?? '')}`;
      for (const { given, where } of sessionRows(room.sessions ?? room.session, place, report)) {
        const choices = recordsOf(given.categories)
          .filter((group) => SUBTITLE_GROUP.test(lineOf(group.name) ?? ''))
          .flatMap((group) => listOf(group.categoryItems).map((item) => lineOf(recordOf(item).name)));
        schedule.talks.push(talkOf(given, where, { room: name, choices, names: new Map() }));
      }
    }
  }
  return schedule;
}

/** Reads Sessionize's All view: sessions refer to speakers, rooms and choices by id. */
export function readAllView(view: Untyped, file: string, report: ImportReport): SourceSchedule {
  const rooms = namesIn(view.rooms);
  const groups = recordsOf(view.categories).filter((group) => SUBTITLE_GROUP.test(lineOf(group.title) ?? ''));
  const choices = namesIn(groups.flatMap((group) => listOf(group.items)));
  const listed = recordsOf(view.speakers);
  const schedule: SourceSchedule = { origin: 'sessionize', talks: [] };
  if (listed.length > 0) schedule.speakers = readSpeakersView(listed, `${file}: speakers,`, namesIn(view.questions));
  const names = new Map(schedule.speakers?.map(({ id, name }) => [id, name]));
  for (const { given, where } of sessionRows(view.sessions, `${file}: sessions`, report)) {
    const chosen = listOf(given.categoryItems).map((item) => choices.get(lineOf(item)));
    schedule.talks.push(talkOf(given, where, { room: rooms.get(lineOf(given.roomId)), choices: chosen, names }));
  }
  return schedule;
}

/** Names by id. */
type Names = ReadonlyMap<string | undefined, string | undefined>;
const namesIn = (list: unknown): Names =>
  new Map(recordsOf(list).map(({ id, name, title, question }) => [lineOf(id), lineOf(name ?? title ?? question)]));

/** Reads Sessionize's Sessions view: groups of sessions. */
export function readSessionsView(groups: unknown[], file: string, report: ImportReport): SourceSchedule {
  const sessions = recordsOf(groups).flatMap((group) => listOf(group.sessions));
  return readGridView([{ rooms: [{ sessions }] }], file, report);
}

/**
 * Reads Sessionize's Speakers view, or the speakers of its All view.
 * @param place of the list in the messages
 * @param questions of the All view; the Speakers view has them beside the answers
 */
export function readSpeakersView(speakers: unknown[], place: string, questions: Names = new Map()): SourceSpeaker[] {
  return speakers.map((given, row) => {
    const speaker = recordOf(given);
    const parts = [lineOf(speaker.firstName), lineOf(speaker.lastName)];
    const organization = recordsOf(speaker.questionAnswers).find(({ question, questionId }) =>
      ORGANIZATION_QUESTION.test(lineOf(question) ?? questions.get(lineOf(questionId)) ?? ''),
    );
    return {
      where: `${place} row ${row + 1}`,
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

function talkOf(
  given: Untyped,
  where: string,
  { room, choices, names }: { room: string | undefined; choices: (string | undefined)[]; names: Names },
): SourceTalk {
  const status = lineOf(given.status);
  const start = lineOf(given.startsAt);
  return {
    where,
    id: identifierOf(given.id),
    title: lineOf(given.title),
    start,
    end: lineOf(given.endsAt),
    // No day: its days are calendar dates, so placeTalks decides by the hour.
    room: lineOf(given.room) ?? room,
    subtitle: choices.filter((choice) => choice && !PLAIN_CHOICE.test(choice)).join(' · '),
    texts: [textOf(given.description) ?? ''],
    speakers: listOf(given.speakers).map((speaker) => {
      const id = identifierOf(isRecord(speaker) ? speaker.id : speaker);
      const { name, fullName } = recordOf(speaker);
      return { id, name: lineOf(name ?? fullName) ?? names.get(id) };
    }),
    plenary: flagOf(given.isPlenumSession),
    service: flagOf(given.isServiceSession),
    off: status && OFF_STATUS.test(status) ? `its status is ${status}` : start ? undefined : 'it is not scheduled',
  };
}
