import { useStaffQuery } from '../api/useStaffQuery.ts';
import { countText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Checklist } from './Checklist.tsx';
import { checklistOf } from './checklistOf.ts';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import type { Draft } from './useProgramme.ts';

const EVERY_MS = 10_000;

/** What is still missing before the doors open, with a link to where each of it is done. */
export const ChecklistPage = () => (
  <ProgrammeFrame title="Before the doors open" place="checklist">
    {(draft) => <Missing draft={draft} />}
  </ProgrammeFrame>
);

function Missing({ draft }: { draft: Draft }) {
  const query = useStaffQuery('getReadiness', {}, { everyMs: EVERY_MS });
  return (
    <Loaded query={query}>
      {({ results }) => {
        const items = checklistOf(draft, results);
        const groups = [
          ['Still missing', items.filter(({ state }) => state === 'missing')],
          ['Worth a look', items.filter(({ state }) => state === 'advised')],
          ['Done', items.filter(({ state }) => state === 'done')],
        ] as const;
        return groups.map(
          ([title, of]) =>
            of.length > 0 && (
              <section key={title} aria-labelledby={title.replaceAll(' ', '-')}>
                <h2 id={title.replaceAll(' ', '-')}>
                  {title === 'Done' ? `${countText(of.length, 'thing')} done` : title}
                </h2>
                <Checklist items={of} />
              </section>
            ),
        );
      }}
    </Loaded>
  );
}
