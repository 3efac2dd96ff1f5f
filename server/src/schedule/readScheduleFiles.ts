import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodeText } from '../event/decodeText.ts';
import { InputError } from '../platform/errors.ts';
import { frabConference } from './frabConference.ts';
import { listOf, recordOf } from './looseValues.ts';
import { readFrabConference } from './readFrabConference.ts';
import { conferenceOf, detectFormat, SCHEDULE_FORMATS, type ScheduleFormat } from './scheduleFormat.ts';
import { readAllView, readGridView, readSessionsView, readSpeakersView } from './sessionizeSchedule.ts';
import type { SourceSchedule, SourceSpeaker } from './sourceSchedule.ts';

/** A schedule of thousands of sessions is some megabytes. */
const SIZE_LIMIT = 32 * 1024 * 1024;

/**
 * Reads one schedule, and the speakers that a second file may tell of.
 * @param wanted the format that the schedule must have; undefined: whatever it is
 * @throws InputError with what the files are and what is wanted
 */
export async function readScheduleFiles(
  files: string[],
  wanted: ScheduleFormat | undefined,
): Promise<{ schedule: SourceSchedule; warnings: string[] }> {
  const warnings: string[] = [];
  const schedules: SourceSchedule[] = [];
  let speakers: SourceSpeaker[] | undefined;
  for (const path of files) {
    const file = basename(path);
    const { text, guessed } = textOfFile(await bytesOf(path));
    if (guessed)
      warnings.push(`${file} is not UTF-8: it is read as Windows-1252. Look at its accents and quotation marks`);
    const { format, data } = detectFormat(text, file);
    if (format === 'sessionize-speakers') {
      if (speakers) throw new InputError('Two of the files are lists of speakers: name one.');
      speakers = readSpeakersView(listOf(data), file);
      continue;
    }
    if (wanted && format !== wanted) {
      throw new InputError(`${file} is not ${SCHEDULE_FORMATS[wanted]}: it looks like ${SCHEDULE_FORMATS[format]}.`);
    }
    schedules.push(read(format, data, text, file));
  }

  const [schedule] = schedules;
  if (!schedule) {
    throw new InputError(
      `There is no schedule in ${SCHEDULE_FORMATS['sessionize-speakers']}: name the GridSmart view beside it.`,
    );
  }
  if (schedules.length > 1) throw new InputError('More than one of the files is a schedule: import one at a time.');
  if (speakers && schedule.origin !== 'sessionize') {
    throw new InputError(`${SCHEDULE_FORMATS['sessionize-speakers']} goes with a schedule of Sessionize only.`);
  }
  return { schedule: { ...schedule, speakers: speakers ?? schedule.speakers }, warnings };
}

function read(format: ScheduleFormat, data: unknown, text: string, file: string): SourceSchedule {
  if (format === 'frab-xml') return readFrabConference(frabConference(text, file), file);
  if (format === 'frab-json') return readFrabConference(conferenceOf(data) ?? {}, file);
  if (format === 'sessionize-all') return readAllView(recordOf(data), file);
  return format === 'sessionize-sessions' ? readSessionsView(listOf(data), file) : readGridView(listOf(data), file);
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const found = await stat(path).catch((error: Error & { code?: string }) => {
    throw new InputError(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path}: ${error.message}`);
  });
  if (!found.isFile()) throw new InputError(`${path} is not a file.`);
  if (found.size > SIZE_LIMIT) {
    throw new InputError(
      `${path} has ${Math.round(found.size / 1024 / 1024)} MB: a schedule has some MB at most, and this is none.`,
    );
  }
  return readFile(path);
}

/** XML may name its encoding in its first line; all else is as decodeText.ts finds it. */
function textOfFile(bytes: Uint8Array): { text: string; guessed: boolean } {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^\s*<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(start)?.[1];
  // UTF-8 is tried first in any case; of UTF-16 this declaration could not be read as it was here.
  if (declared && !/^utf-?(?:8|16)/i.test(declared)) {
    try {
      return { text: new TextDecoder(declared).decode(bytes), guessed: false };
    } catch {
      // An encoding that nobody here knows: what it looks like must do.
    }
  }
  const { text, encoding } = decodeText(bytes);
  return { text, guessed: encoding === 'windows-1252' };
}
