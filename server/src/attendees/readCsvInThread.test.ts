import { gzipSync } from 'node:zlib';
import { exportText, newNumber } from '@companion/testkit/attendeeTest';
import { expect, test } from 'vitest';
import { readCsvInThread } from './readCsvInThread.ts';

test('import on screen: a thread that is stopped while it reads says so, and the next file is read', async () => {
  const file = gzipSync(exportText([{ 'Attendee #': newNumber() }]));
  const stops = new URL('data:text/javascript,process.exit(1)');

  await expect(readCsvInThread(file, stops)).rejects.toMatchObject({
    name: 'InputError',
    message: 'The file cannot be read: reading it was interrupted. Please try again, or import it in parts.',
  });

  expect((await readCsvInThread(file)).rows).toHaveLength(1);
});
