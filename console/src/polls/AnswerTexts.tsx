import type { AnswerText } from '@companion/contract/staff/answerTexts';
import { TEXTS_PER_PAGE } from '@companion/contract/staff/answerTexts';
import type { Poll } from '@companion/contract/staff/polls';
import { useId, useMemo } from 'react';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Choices } from '../page/Choices.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Pager, pageIn, pageText } from '../page/Pager.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { useSearch } from '../page/useSearch.ts';
import styles from './AnswerTexts.module.css';

/** The state of the list. */
const NAMES = ['q', 'approved', 'page'] as const;
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
}

/** The texts of the answers. The stage shows those that are approved. */
export function AnswerTexts({ poll, inAddress = '' }: AnswerTextsProps) {
  const names = useMemo(() => NAMES.map((name) => inAddress + name), [inAddress]);
  const [values, change] = useSearch(names);
  const [q = '', approved = '', page = ''] = names.map((name) => values[name]);
  const setSearch = (parts: Partial<Record<(typeof NAMES)[number], string>>) =>
    change(Object.fromEntries(Object.entries(parts).map(([name, value]) => [inAddress + name, value])));
  const heading = useId();
  const shown = APPROVED.find(([value]) => value === approved)?.[0] ?? '';
  const current = pageIn(page);
  const params = { campaignId: poll.campaignId, questionId: poll.id };
  const filter = { search: q || undefined, approved: shown || undefined, page: String(current) };
  const partOf = JSON.stringify(params);
  const query = useStaffQuery('getAnswerTexts', { ...params, ...filter }, { everyMs: EVERY_MS, partOf });
  const goTo = (next: number) => setSearch({ page: pageText(next) });
  return (
    <section className={styles.texts} aria-labelledby={heading}>
      <h3 id={heading}>Texts</h3>
      <SearchField label="Search the texts" value={q} onSearch={(text) => setSearch({ q: text, page: '' })} />
      <Choices
        label="Shown"
        options={APPROVED}
        value={shown}
        onChange={(value) => setSearch({ approved: value, page: '' })}
      />
      <Loaded query={query}>
        {({ results: { texts, total } }) => (
          <>
            <p role="status">
              {total} {total === 1 ? 'text' : 'texts'}
            </p>
            <ul className={styles.list}>
              {texts.map((text) => (
                <Text key={text.id} text={text} params={params} />
              ))}
            </ul>
            <Pager page={current} perPage={TEXTS_PER_PAGE} total={total} onPage={goTo} />
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
      <ActionButton
        variant="secondary"
        size="small"
        busy={isSending}
        aria-label={`${text.isApproved ? 'Take off the stage' : 'Approve for the stage'}: ${text.text.slice(0, 80)}`}
        onPress={() => void approve(!text.isApproved)}
      >
        {text.isApproved ? 'Take off' : 'Approve'}
      </ActionButton>
    </li>
  );
}
