import { expect, test } from 'vitest';
import { findTestsWithoutDatabase } from './findTestsWithoutDatabase.ts';

test('tests without a database: a test that opens one, directly, by a server, a process or a command, is none of them', () => {
  const found = findTestsWithoutDatabase();

  expect(found).toContain('server/src/schedule/packId.test.ts');
  expect(found).toContain('server/src/http/traffic.test.ts');
  expect(found).not.toContain('server/src/platform/openDatabase.test.ts');
  expect(found).not.toContain('server/src/polls/answerQuestion.test.ts');
  expect(found).not.toContain('server/src/messages/outbox.test.ts');
  expect(found).not.toContain('server/src/attendees/importAttendees.test.ts');
  expect(found).not.toContain('server/src/twoNodes.test.ts');
  expect(found).not.toContain('server/src/crash.test.ts');
  expect(found).not.toContain('server/src/cli/checkCommand.test.ts');
});
