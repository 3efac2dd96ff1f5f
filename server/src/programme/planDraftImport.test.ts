import type { Programme } from '@companion/contract/staff/programme';
import { expect, test } from 'vitest';
import { applyEdits } from './applyEdits.ts';
import { NO_PROGRAMME } from './draftQueries.ts';
import { planDraftImport } from './planDraftImport.ts';

const HEADER = 'Title,Date,Start,End,Room,Speakers,Description';
const OPTIONS = { columns: undefined, zone: 'America/New_York', firstDay: undefined, mainRoom: undefined };

/** Imports the other rows where some are rejected. */
function importRows(rows: string[], draft: Programme = NO_PROGRAMME, header = HEADER) {
  const files = [{ name: 'sheet.csv', bytes: Buffer.from([header, ...rows].join('\n')) }];
  const { result, edits } = planDraftImport({ ...OPTIONS, files, skipBad: true, today: '2026-11-01', draft });
  expect(result.problem).toBe(null);
  const { programme } = applyEdits(draft, edits, { published: new Map(), removed: new Set() });
  /** By id: `09:00 Hall A`. */
  const sessions = new Map(programme.agenda.map(({ id, room, start }) => [id, `${start} ${room ?? '-'}`]));
  const ofOutcome = (outcome: string) =>
    result.report.rows.filter((row) => row.outcome === outcome).map(({ name, why }) => [name, why].join(': '));
  return { programme, sessions, ofOutcome };
}

const ROUNDTABLE = 'Roundtable,11/20/2026,9:00 AM,10:00 AM';
const ADA = `${ROUNDTABLE},Hall A,Ada Lind,`;
const BO = `${ROUNDTABLE},Hall B,Bo Ek,`;
const idIn = (sessions: Map<string, string>, text: string) =>
  [...sessions].filter(([, each]) => each === text).map(([id]) => id);

test('import of parallel sessions with one title: each keeps its id, whatever the order of the rows and whichever goes', () => {
  const first = importRows([ADA, BO]);
  expect([...first.sessions.values()]).toEqual(['09:00 Hall A', '09:00 Hall B']);
  expect(first.ofOutcome('warning')).toEqual([
    'row 3 ("Roundtable"): another session has its title and start: room and speakers distinguish them, so votes and ' +
      'comments are lost when both change',
  ]);

  expect(importRows([BO, ADA], first.programme).sessions).toEqual(first.sessions);
  const onlyBo = importRows([BO], first.programme);
  expect([...onlyBo.sessions]).toEqual([[...first.sessions][1]]);
  expect(importRows([ADA, BO], onlyBo.programme).sessions.get([...onlyBo.sessions.keys()][0] ?? '')).toBe(
    '09:00 Hall B',
  );

  const onlyAda = importRows([ADA]);
  const [ada] = onlyAda.sessions.keys();
  expect(idIn(importRows([BO, ADA], onlyAda.programme).sessions, '09:00 Hall A')).toEqual([ada]);
});

test('import of parallel sessions with one title: a changed room or speaker keeps the id, other sessions get new ones', () => {
  const { programme, sessions } = importRows([ADA, BO]);
  const [ada = '', bo = ''] = sessions.keys();

  const swapped = importRows([`${ROUNDTABLE},Hall A,Bo Ek,`, `${ROUNDTABLE},Hall B,Ada Lind,`], programme);
  expect(swapped.sessions.get(ada)).toBe('09:00 Hall B');
  const changed = importRows([`${ROUNDTABLE},Hall B,"Bo Ek, Cy Fox",`, `${ROUNDTABLE},Hall C,Ada Lind,`], programme);
  expect([changed.sessions.get(ada), changed.sessions.get(bo)]).toEqual(['09:00 Hall C', '09:00 Hall B']);
  const other = importRows([`${ROUNDTABLE},Hall Z,Zoe Ash,`, BO], programme);
  expect([other.sessions.has(ada), other.sessions.get(bo), other.sessions.size]).toEqual([false, '09:00 Hall B', 2]);
});

test('import of parallel sessions with one title: a number fits into a long id', () => {
  const title = `The ${'very '.repeat(20)}long title`;
  const { sessions } = importRows([ADA, BO].map((row) => row.replace('Roundtable', title)));
  expect([...sessions.keys()].filter((id) => id.length > 64)).toEqual([]);
  expect(sessions.size).toBe(2);
});
