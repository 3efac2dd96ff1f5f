import {
  ITEM_ORDERS,
  ITEMS_PER_PAGE,
  type ItemFigures,
  type ItemOrder,
  RATED_KINDS,
} from '@companion/contract/staff/itemFigures';
import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Card } from '@companion/web/ui/Card.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { Link } from 'react-router';
import { mayCall, useMember } from '../api/member.ts';
import { staffAddress } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Badge } from '../page/Badge.tsx';
import { Choices } from '../page/Choices.tsx';
import { countText } from '../page/countText.ts';
import { Filters } from '../page/Filters.tsx';
import { FeedbackIcon } from '../page/icons.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { Pager } from '../page/Pager.tsx';
import { SavesLine } from '../page/SavesLine.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { ShareBar, shareText } from '../page/ShareBar.tsx';
import { usePagedSearch } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import styles from './ItemFiguresPage.module.css';
import { FIGURES_EVERY_MS, KIND_NAMES, placeText } from './itemTexts.ts';

const KINDS = [['', 'All'], ...RATED_KINDS.map((kind) => [kind, `${KIND_NAMES[kind]}s`] as const)] as const;
const ORDER_NAMES: Record<Exclude<ItemOrder, 'time'>, string> = {
  title: 'By title',
  votes: 'Most votes',
  best: 'Best liked',
  worst: 'Least liked',
  comments: 'Most comments',
};

/** Every session and speaker with what attendees think of it. */
export function ItemFiguresPage() {
  const { values, filter, pages } = usePagedSearch<'q' | 'kind' | 'order'>();
  const { q: search = '', kind, order } = values;
  const shown = KINDS.find(([value]) => value === kind)?.[0] ?? '';
  const sorted = ITEM_ORDERS.find((value) => value === order);
  const part = { search, kind: shown || undefined, order: sorted };
  const query = useStaffQuery(
    'getItemFigures',
    { ...part, page: String(pages.page) },
    { everyMs: FIGURES_EVERY_MS, partOf: 'items' },
  );
  const mayReadMessages = mayCall(useMember(), 'getFeedbackMessages');
  return (
    <>
      <PageHead
        title="Session feedback"
        actions={
          mayReadMessages && (
            <Link to={paths.feedbackMessages} className={buttonClass('secondary')}>
              Messages of the feedback form
            </Link>
          )
        }
      >
        Votes and comments on sessions and speakers, as they come in.
      </PageHead>
      <Filters>
        <SearchField label="Search a title or a room" value={search} onSearch={(q) => filter({ q })} />
        <SelectField
          label="Order"
          placeholder="By time"
          options={Object.entries(ORDER_NAMES)}
          value={sorted && sorted !== 'time' ? sorted : ''}
          onChange={({ currentTarget }) => filter({ order: currentTarget.value })}
        />
        <Choices label="Kind" options={KINDS} value={shown} onChange={(value) => filter({ kind: value })} />
      </Filters>
      <Loaded query={query}>
        {({ results: { items, total } }) => (
          <>
            <p className={styles.total}>
              <span role="status">{countText(total, 'item')}</span>
              <a href={staffAddress('exportItemFigures', part)} download>
                Download as CSV
              </a>
            </p>
            {items.length === 0 ? <Message icon={<FeedbackIcon />}>No matches.</Message> : <Items items={items} />}
            <Pager {...pages} perPage={ITEMS_PER_PAGE} total={total} labels={['Before', 'Next']} />
          </>
        )}
      </Loaded>
    </>
  );
}

const Items = ({ items }: { items: ItemFigures[] }) => (
  <Card>
    <table className={styles.table}>
      <caption className="visually-hidden">Votes and comments</caption>
      <thead>
        <tr>
          <th scope="col">Session or speaker</th>
          <th scope="col">Votes</th>
          <th scope="col">Share up</th>
          <th scope="col">Comments</th>
        </tr>
      </thead>
      <tbody>{items.map(itemRow)}</tbody>
    </table>
  </Card>
);

function itemRow(item: ItemFigures) {
  const { id, title, isRemoved, up, down, confirmedUp, confirmedDown, comments, hidden } = item;
  const votes = up + down;
  return (
    <tr key={id}>
      <th scope="row" className={styles.item}>
        <Link to={paths.itemFeedback(id)} className={`written ${styles.link}`}>
          {title}
        </Link>
        <span className={styles.detail}>
          {placeText(item)} {isRemoved && <Badge>Removed</Badge>}
        </span>
        <SavesLine {...item} />
      </th>
      <td className={votes === 0 ? styles.none : undefined}>
        {votes === 0 ? 'No votes' : `${up} up, ${down} down`}
        {votes > 0 && <span className={styles.confirmed}>{`confirmed ${confirmedUp} up, ${confirmedDown} down`}</span>}
      </td>
      <td className={styles.share}>
        {votes > 0 && (
          <>
            {shareText(up, votes)}
            <span className={styles.unit}> up</span>
            <ShareBar count={up} of={votes} className={styles.bar} />
          </>
        )}
      </td>
      <td className={comments === 0 ? styles.none : undefined}>
        {comments}
        <span className={styles.unit}> {comments === 1 ? 'comment' : 'comments'}</span>
        {hidden > 0 && `, ${hidden} hidden`}
      </td>
    </tr>
  );
}
