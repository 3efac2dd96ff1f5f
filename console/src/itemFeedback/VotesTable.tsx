import { BarTable } from '../page/BarTable.tsx';
import { bothCountsText, countText } from '../page/countText.ts';

interface Votes {
  up: number;
  down: number;
}

/** The votes on an item, and their shares; for the staff also those of confirmed accounts. */
export const VotesTable = ({ everyone, confirmed }: { everyone: Votes; confirmed?: Votes }) => {
  const votes = everyone.up + everyone.down;
  return (
    <>
      <p>{confirmed ? bothCountsText(votes, confirmed.up + confirmed.down, 'vote') : countText(votes, 'vote')}</p>
      <BarTable
        caption="Votes"
        rowName="Vote"
        rows={['Up', 'Down']}
        columns={[columnOf('Everyone', everyone), ...(confirmed ? [columnOf('Confirmed', confirmed)] : [])]}
      />
    </>
  );
};

const columnOf = (name: string, { up, down }: Votes) => ({ name, n: up + down, counts: [up, down] });
