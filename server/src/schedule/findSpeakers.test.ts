import { expect, test } from 'vitest';
import { ImportReport } from './importReport.ts';
import { speakerEntries } from './packEntries.ts';

test('import schedule: a description of more than 20,000 characters is cut with a warning', () => {
  const report = new ImportReport();
  const source = { id: '1', name: 'Ada', where: 'row 1', talks: [], role: undefined, organization: undefined };
  const bio = 'word '.repeat(5000);
  const found = new Map([['ada', { name: 'Ada', source: { ...source, picture: undefined, bio } }]]);

  const [entry] = speakerEntries(found, new Map([['ada', 'ada']]), new Map(), report);

  expect(String(entry?.fields.bio).length).toBeLessThanOrEqual(20_000);
  expect(report.lines().join('\n')).toContain('its bio has 25000 characters and is cut to 20000');
});
