import { BarTable } from '../page/BarTable.tsx';
import { countText } from '../page/countText.ts';

/** The votes on an item, and their shares. */
export const VotesTable = ({ up, down }: { up: number; down: number }) => (
  <>
    <p>{countText(up + down, 'vote')}</p>
    <BarTable
      caption="Votes"
      columns={['Vote', 'Votes']}
      rows={[
        ['Up', up],
        ['Down', down],
      ]}
      of={up + down}
    />
  </>
);
