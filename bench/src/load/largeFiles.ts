/** Of a session or a speaker, in characters. */
const TEXT = 'What it takes to work with a large contractor, and what it does not. '.repeat(50);

/** A schedule of frab with about that many bytes, in base64. */
export function scheduleFile(bytes: number): string {
  const sessions = Math.floor(bytes / (TEXT.length + 300));
  const rooms: Record<string, object[]> = {};
  for (let number = 0; number < sessions; number++) {
    const room = `Room ${number % 40}`;
    rooms[room] ??= [];
    rooms[room].push({
      ...{ id: number, guid: `session-${number}`, title: `Session ${number}`, type: 'Talk', description: TEXT },
      ...{ start: `${String(8 + (number % 12)).padStart(2, '0')}:00`, duration: '00:45', room },
      persons: [{ id: number % 400, public_name: `Speaker ${number % 400}` }],
    });
  }
  const days = [{ index: 1, date: '2026-11-19', rooms }];
  const schedule = { schedule: { version: '1', conference: { title: 'Large', acronym: 'large', days } } };
  return Buffer.from(JSON.stringify(schedule)).toString('base64');
}

/** An attendee export of about 200 bytes a row. */
export function attendeeFile(rows: number): string {
  const header =
    'Order #,First Name,Last Name,Email,Quantity,Ticket Type,Attendee #,Attendee Status,Cell Phone,Company,Notes';
  const notes = `"${'Met us at the last summit, and asked to be told of the next. '.repeat(2)}"`;
  const lines = Array.from({ length: rows }, (_, number) =>
    [
      ...[10_000_000 + number, `First${number}`, `Last${number}`, `attendee.${number}@example.com`, 1, 'General'],
      ...[18_000_000_000 + number, 'Attending', '', `Company ${number % 900}`, notes],
    ].join(','),
  );
  return [header, ...lines].join('\n');
}

/** What uploads a picture as a sponsor's logo. */
export const pictureOf = (content: Buffer): object => ({
  ...{ content: content.toString('base64'), place: 'sponsors', id: 'acme' },
});
