import { BarTable } from '../page/BarTable.tsx';

/** The votes on an item, and their shares. */
export const VotesTable = ({ up, down }: { up: number; down: number }) => (
  <>
    <p>
      {up + down} {up + down === 1 ? 'vote' : 'votes'}
    </p>
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
