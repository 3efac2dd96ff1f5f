import type { Poll } from '@companion/contract/staff/polls';
import type { StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { lazy, Suspense } from 'react';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { useLightColors } from '../slide/useLightColors.ts';
import styles from './StagePreview.module.css';

/** After the buttons, which a host may need at once. */
const StageSlide = lazy(async () => ({ default: (await import('../slide/StageSlide.tsx')).StageSlide }));

const LIVE: StaffLiveFrame[] = ['stage', 'questions', 'screen', 'results'];
const SILENT_MS = 1000;

/** What the hall sees now, as small as fits. Its words are on the page too, for who cannot see it. */
export function StagePreview({ current }: { current: Poll | undefined }) {
  // Of answers that are shown to no one, no frame reports the number to the staff.
  const isSilent = current?.state === 'open' && current.shownTo === 'none';
  const query = useStaffQuery('getStage', {}, { live: LIVE, everyMs: isSilent ? SILENT_MS : undefined });
  const stage = query.data?.results;
  const screen = useLightColors<HTMLDivElement>();
  return (
    <figure className={styles.preview}>
      <div ref={screen} className={styles.screen} data-light aria-hidden="true" inert>
        <Suspense>{stage && <StageSlide stage={stage} />}</Suspense>
      </div>
      <figcaption className={styles.caption}>
        {current?.state === 'draft'
          ? 'What stage screens show now. The question appears there once you open it.'
          : 'What stage screens show now.'}
      </figcaption>
    </figure>
  );
}
