import type { Programme } from '@companion/contract/staff/programme';
import { expect, test } from 'vitest';
import { applyEdits } from './applyEdits.ts';
import { NO_PROGRAMME } from './draftQueries.ts';
import { planDraftImport } from './planDraftImport.ts';

const HEADER = 'Title,Date,Start,End,Room,Speakers,Description';
const OPTIONS = {
  ...{ columns: undefined, zone: 'America/New_York', firstDay: undefined, mainRoom: undefined },
  ...{ usedIds: new Set<string>() },
};

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

test.each([
  ['another title', { title: 'Workshop: prices' }],
  ['another start', { start: '09:05' }],
])('import of parallel sessions with one title: one that got %s in the console keeps its id', (_, fields) => {
  const { programme, sessions } = importRows([ADA, BO]);
  const ids = [...sessions.keys()];
  for (const id of ids) {
    const agenda = programme.agenda.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry));
    const edited = { ...programme, agenda };
    expect(importRows([ADA, BO], edited).sessions).toEqual(sessions);
    const withOther = importRows([`${ROUNDTABLE},Hall C,Cy Fox,`, BO, ADA], edited).sessions;
    expect(ids.map((each) => withOther.get(each))).toEqual([...sessions.values()]);
    expect([...importRows([BO], edited).sessions]).toEqual([...sessions].slice(1));
    expect([...importRows([ADA], edited).sessions]).toEqual([...sessions].slice(0, 1));
  }
  // Nothing tells which of the two it is, or that it is one of them.
  const renamed = { ...programme, agenda: programme.agenda.map((entry) => ({ ...entry, ...fields })) };
  const other = importRows([`${ROUNDTABLE},Hall C,Cy Fox,`, BO], renamed).sessions;
  expect([other.size, ...ids.map((each) => other.get(each))]).toEqual([2, undefined, '09:00 Hall B']);
});

test('import of parallel sessions with one title: a number fits into a long id', () => {
  const title = `The ${'very '.repeat(20)}long title`;
  const { sessions } = importRows([ADA, BO].map((row) => row.replace('Roundtable', title)));
  expect([...sessions.keys()].filter((id) => id.length > 64)).toEqual([]);
  expect(sessions.size).toBe(2);
});

test('import with rejected rows: the entry of one is kept, also where other rows have its title', () => {
  const days = [20, 21].map((day) => `Workshop,11/${day}/2026,9:00 AM,10:00 AM,Hall A,Ada Lind,`);
  const { programme, sessions } = importRows([...days, 'Panel,11/20/2026,11:00 AM,11:30 AM,Hall A,,']);

  const again = importRows([days[0] ?? '', 'Workshop,11/21/2026,noonish,10:00 AM,Hall A,Ada Lind,'], programme);

  const [first, panel, second] = sessions.keys();
  expect([...again.sessions.keys()]).toEqual([first, second]);
  expect(panel).toMatch(/^table-panel/);
  expect(again.ofOutcome('kept')).toHaveLength(1);
  expect(again.ofOutcome('removed')).toEqual(['Panel: ']);
});

test('import with rejected rows: the entry of one is kept, also where other rows have its id, which is in mixed case', () => {
  const days = [20, 21].map((day) => `Talk-7,Workshop,11/${day}/2026,1:00 PM,2:00 PM`);
  const header = 'ID,Title,Date,Start,End';
  const { programme, sessions } = importRows(days, NO_PROGRAMME, header);
  expect(sessions.size).toBe(2);

  const bad = ['Workshop', 'Workshops'].map((title) => `Talk-7,${title},11/21/2026,noonish,2:00 PM`);
  for (const row of bad) expect(importRows([days[0] ?? '', row], programme, header).sessions).toEqual(sessions);
});

test('import with rejected rows: the entry of one is kept, also where other rows of a file have its id', () => {
  const frab = (duration: string) => {
    const at = (date: string, length: string) =>
      `<day date="${date}"><room name="Oak"><event id="5"><title>Talk</title><start>09:00</start>` +
      `<duration>${length}</duration></event></room></day>`;
    return `<schedule>${at('2026-11-20', '00:30')}${at('2026-11-21', duration)}</schedule>`;
  };
  const { programme, sessions } = importRows([frab('00:30')], NO_PROGRAMME, '');
  expect(sessions.size).toBe(2);

  expect(importRows([frab('long')], programme, '').sessions).toEqual(sessions);
});

test('import of a row that is there twice: it is one session, with a warning; one with another text is another', () => {
  const { sessions, ofOutcome } = importRows([ADA, BO, ADA]);
  expect([...sessions.values()]).toEqual(['09:00 Hall A', '09:00 Hall B']);
  expect(ofOutcome('warning')).toContain('row 4 ("Roundtable"): it repeats row 2, and is one session with it');

  expect(importRows([ADA, `${ADA}About prices`]).sessions.size).toBe(2);
});
