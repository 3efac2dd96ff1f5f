import type { Dismissal } from '@companion/contract/staff/safeguards';
import { Card } from '@companion/web/ui/Card.tsx';
import { RowButton } from '../page/ActionButton.tsx';
import list from '../page/list.module.css';
import { dayTimeText } from '../page/timeText.ts';
import { useKeptRow } from '../page/useKeptRow.ts';
import { dismissalText } from './floodTexts.ts';
import { useDismissals } from './useDismissals.ts';

/** The floods that were dismissed, each with the button that undoes it. */
export function Dismissals({ dismissals }: { dismissals: Dismissal[] }) {
  const { undo, isSending } = useDismissals();
  const keepRow = useKeptRow();
  return (
    <section aria-labelledby="dismissals">
      <h2 id="dismissals">Dismissed accounts</h2>
      <Card as="ul" className={list.list} onFocus={keepRow}>
        {dismissals.map((dismissal) => (
          <li key={dismissal.id} className={list.row}>
            <div className={list.text}>
              <b>{dismissalText(dismissal)}</b>
              <span className={`written ${list.detail}`}>
                Dismissed by {dismissal.memberName}, {dayTimeText(dismissal.createdAt)}
                {dismissal.undoneAt && `; undone ${dayTimeText(dismissal.undoneAt)}`}
              </span>
            </div>
            {dismissal.undoneAt === null && (
              <RowButton
                busy={isSending}
                aria-label={`Undo: ${dismissalText(dismissal)}`}
                onPress={() => void undo(dismissal.id)}
              >
                Undo
              </RowButton>
            )}
          </li>
        ))}
      </Card>
    </section>
  );
}
