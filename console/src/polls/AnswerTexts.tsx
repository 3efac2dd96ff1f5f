import type { AnswerText } from '@companion/contract/staff/answerTexts';
import { TEXTS_PER_PAGE } from '@companion/contract/staff/answerTexts';
import type { Poll } from '@companion/contract/staff/polls';
import { useId } from 'react';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { Choices } from '../page/Choices.tsx';
import { countText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Pager } from '../page/Pager.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { useKeptRow } from '../page/useKeptRow.ts';
import { usePagedSearch } from '../page/useSearch.ts';
import styles from './AnswerTexts.module.css';

const APPROVED = [
  ['', 'All'],
  ['yes', 'Approved'],
  ['no', 'Not approved'],
] as const;
const EVERY_MS = 5000;

interface AnswerTextsProps {
  poll: Poll;
  /** Before the names of the list's state in the address, where a screen has several lists. */
  inAddress?: string;
  /** Whether there is room for a search. */
  isSearched?: boolean;
}

/** The texts of the answers. The stage shows those that are approved. */
export function AnswerTexts({ poll, inAddress = '', isSearched = true }: AnswerTextsProps) {
  const { values, filter, pages } = usePagedSearch<'q' | 'approved'>(inAddress);
  const { q: search = '', approved } = values;
  const heading = useId();
  const shown = APPROVED.find(([value]) => value === approved)?.[0] ?? '';
  const params = { campaignId: poll.campaignId, questionId: poll.id };
  const part = { search, approved: shown || undefined, page: String(pages.page) };
  const query = useStaffQuery('getAnswerTexts', { ...params, ...part }, { everyMs: EVERY_MS, partOf: poll.id });
  const keepRow = useKeptRow();
  return (
    <section className={styles.texts} aria-labelledby={heading}>
      <h3 id={heading}>Texts</h3>
      {isSearched && <SearchField label="Search the texts" value={search} onSearch={(q) => filter({ q })} />}
      <Choices label="Shown" options={APPROVED} value={shown} onChange={(value) => filter({ approved: value })} />
      <Loaded query={query}>
        {({ results: { texts, total } }) => (
          <>
            <p role="status">{countText(total, 'text')}</p>
            <ul className={styles.list} onFocus={keepRow}>
              {texts.map((text) => (
                <Text key={text.id} text={text} params={params} />
              ))}
            </ul>
            <Pager {...pages} perPage={TEXTS_PER_PAGE} total={total} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Text({ text, params }: { text: AnswerText; params: { campaignId: string; questionId: string } }) {
  const { send, isSending } = useStaffMutation('approveAnswerText', ['getAnswerTexts']);
  const approve = (isApproved: boolean) => send({ ...params, textId: text.id, isApproved });
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <p className="written">{text.text}</p>
        <p className={styles.at}>
          {dateTimeText(text.answeredAt)}
          {text.isLate && ', after the closing'}
        </p>
      </div>
      <RowButton
        busy={isSending}
        aria-label={`${text.isApproved ? 'Take off the stage' : 'Approve for the stage'}: ${text.text.slice(0, 80)}`}
        onPress={() => void approve(!text.isApproved)}
      >
        {text.isApproved ? 'Take off' : 'Approve'}
      </RowButton>
    </li>
  );
}
