import type { EventReport } from '@companion/contract/staff/eventReport';
import { dayTimeText, shortDayText } from '../page/timeText.ts';
import { ActivityTable, SERIES } from './ActivityTable.tsx';
import styles from './EventActivity.module.css';
import { HourBars } from './HourBars.tsx';

/** More labels have no room below the bars. */
const MAX_LABELS = 4;

/** What came in over the days of the event: a chart of each kind that did, and the days in a table. */
export function EventActivity({ activity: { before, hours, after } }: Pick<EventReport, 'activity'>) {
  const days = [...Map.groupBy(hours, ({ at }) => shortDayText(at))];
  const charts = SERIES.filter(([field]) => hours.some((hour) => hour[field] > 0));
  return (
    <>
      {charts.length === 0 && <p className={styles.none}>Nothing came in during the event yet.</p>}
      <div className={styles.charts}>
        {charts.map(([field, name]) => (
          <HourBars
            key={field}
            name={`${name} during the event`}
            hours={hours.map((hour) => ({ at: hour.at, count: hour[field] }))}
            scale={scaleOf(days.map(([day, ofDay]) => [day, ofDay.length]))}
            textOf={dayTimeText}
          />
        ))}
      </div>
      <ActivityTable
        label="What came in, day by day"
        rowName="Day"
        rows={[
          { id: 'before', name: 'Before the event', counts: before },
          ...days.map(([name, ofDay]) => ({ id: name, name, counts: sumOf(ofDay) })),
          { id: 'after', name: 'After the event', counts: after },
        ]}
        total={sumOf([before, ...hours, after])}
      />
    </>
  );
}

type Counts = EventReport['activity']['before'];

const sumOf = (parts: Counts[]): Counts =>
  parts.reduce((sum, part) => ({
    registrations: sum.registrations + part.registrations,
    answers: sum.answers + part.answers,
    votes: sum.votes + part.votes,
    comments: sum.comments + part.comments,
    questions: sum.questions + part.questions,
  }));

/** The days below the bars; of many, those that have room. */
function scaleOf(days: [name: string, hours: number][]): [string, number][] {
  const step = Math.ceil(days.length / MAX_LABELS);
  return days
    .filter((_, index) => index % step === 0)
    .map(([name], index) => [name, days.slice(index * step, (index + 1) * step).reduce((sum, [, n]) => sum + n, 0)]);
}
