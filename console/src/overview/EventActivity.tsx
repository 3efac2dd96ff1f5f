import type { EventReport } from '@companion/contract/staff/eventReport';
import { numberText } from '../page/countText.ts';
import { dayTimeText, shortDayText } from '../page/timeText.ts';
import { SERIES } from './Activity.tsx';
import styles from './EventActivity.module.css';
import { HourBars } from './HourBars.tsx';

/** More labels have no room below the bars. */
const MAX_LABELS = 4;

/** What came in over the days of the event: a chart of each kind, and the days in a table. */
export function EventActivity({ activity: { before, hours, after } }: Pick<EventReport, 'activity'>) {
  const days = [...Map.groupBy(hours, ({ at }) => shortDayText(at))];
  const rows = [
    { name: 'Before the event', parts: [before] },
    ...days.map(([name, parts]) => ({ name, parts })),
    { name: 'After the event', parts: [after] },
  ];
  const totalOf = (parts: (typeof before)[], field: keyof typeof before) =>
    parts.reduce((sum, part) => sum + part[field], 0);
  return (
    <>
      <div className={styles.charts}>
        {SERIES.map(([field, name]) => (
          <HourBars
            key={field}
            name={`${name} during the event`}
            hours={hours.map((hour) => ({ at: hour.at, count: hour[field] }))}
            scale={scaleOf(days.map(([day, ofDay]) => [day, ofDay.length]))}
            textOf={dayTimeText}
          />
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus */}
      <section className={styles.scroll} aria-label="What came in, day by day" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {SERIES.map(([field, name]) => (
                <th key={field} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, parts }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {SERIES.map(([field]) => (
                  <td key={field}>{numberText(totalOf(parts, field))}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Together</th>
              {SERIES.map(([field]) => (
                <td key={field}>{numberText(totalOf([before, ...hours, after], field))}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </>
  );
}

/** The days below the bars; of many, those that have room. */
function scaleOf(days: [name: string, hours: number][]): [string, number][] {
  const step = Math.ceil(days.length / MAX_LABELS);
  return days
    .filter((_, index) => index % step === 0)
    .map(([name], index) => [name, days.slice(index * step, (index + 1) * step).reduce((sum, [, n]) => sum + n, 0)]);
}
