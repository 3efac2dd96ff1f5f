import type { MergeConflict, MergePreview } from '@companion/contract/staff/peopleMerge';
import { useState } from 'react';
import { useMember } from '../api/member.ts';
import { readStaffCall, sendStaffCall, shownFailure } from '../api/sendStaffCall.ts';
import { toastDone, toastProblem } from '../api/toasts.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton, RowButton } from '../page/ActionButton.tsx';
import { countsText, countText } from '../page/countText.ts';
import { Dialog, DialogActions, DialogText } from '../page/Dialog.tsx';
import listStyles from '../page/list.module.css';
import { SearchField } from '../page/SearchField.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { discardTyped } from '../page/unsaved.ts';
import styles from './people.module.css';
import { fullName, type Person, personFormKey } from './personTexts.ts';

const FOUND = 5;

/** Moves everything of another account of the same person here. */
export function MergePerson({ person }: { person: Person }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton variant="secondary" onPress={() => setOpen(true)}>
        Merge with another account…
      </ActionButton>
      {isOpen && <MergeDialog person={person} onClose={() => setOpen(false)} />}
    </>
  );
}

function MergeDialog({ person, onClose }: { person: Person; onClose(): void }) {
  const [preview, setPreview] = useState<MergePreview>();
  const [hasChanged, setChanged] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { id: memberId } = useMember();
  /** Runs a call, whose failure a toast shows. */
  const attempt = async (run: () => Promise<void>) => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      const failure = shownFailure(error);
      if (failure) toastProblem(failure.message, failure.traceId);
    } finally {
      setBusy(false);
    }
  };
  const choose = (removedId: string) =>
    attempt(async () => {
      setPreview((await readStaffCall('getMergePreview', { personId: person.id, removedId })).results);
      setChanged(false);
    });
  const merge = ({ removed, token }: MergePreview, close: () => void) =>
    attempt(async () => {
      const given = { personId: person.id, removedId: removed.id, token };
      try {
        await sendStaffCall('mergePeople', given, ['getPerson', 'getPeople', 'getPeopleCounts', 'getPeopleFunnel']);
      } catch (error) {
        if (shownFailure(error)?.status !== 409) throw error;
        setPreview((await readStaffCall('getMergePreview', { personId: person.id, removedId: removed.id })).results);
        setChanged(true);
        return;
      }
      // The page that would show it is gone.
      discardTyped(personFormKey(memberId, removed.id));
      toastDone('The accounts are merged.');
      close();
    });
  return (
    <Dialog title="Merge two accounts of one person" onClose={onClose}>
      {(close) => (
        <>
          <DialogText>
            {preview ? (
              <Preview preview={preview} hasChanged={hasChanged} />
            ) : (
              <Find person={person} isBusy={isBusy} onChoose={(removedId) => void choose(removedId)} />
            )}
          </DialogText>
          <DialogActions>
            <ActionButton variant="secondary" onPress={() => (preview ? setPreview(undefined) : close())}>
              {preview ? 'Choose another' : 'Cancel'}
            </ActionButton>
            {preview && (
              <ActionButton variant="danger" busy={isBusy} onPress={() => void merge(preview, close)}>
                Merge
              </ActionButton>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

/** The other account, found as in the list. */
function Find({ person, isBusy, onChoose }: { person: Person; isBusy: boolean; onChoose(id: string): void }) {
  const [search, setSearch] = useState(person.lastName);
  const query = useStaffQuery('getPeople', { search }, { isOn: search !== '', partOf: 'merge' });
  const found = (query.data?.results.people ?? []).filter(({ id }) => id !== person.id).slice(0, FOUND);
  return (
    <>
      <p>
        <span className="written">{fullName(person)}</span> keeps all details. Choose the account that is removed:
        everything that it gave moves here.
      </p>
      <SearchField label="Search the other account" value={search} onSearch={setSearch} />
      <p role="status" className={styles.note}>
        {query.data && found.length === 0 ? 'No other account matches.' : ''}
      </p>
      <ul className={styles.inside}>
        {found.map((other) => (
          <li key={other.id} className={listStyles.row}>
            <div className={listStyles.text}>
              <b className="written">{fullName(other)}</b>
              <span className={`written ${listStyles.detail}`}>
                {[other.email, other.phone, other.organizationName].filter(Boolean).join(', ')}
              </span>
            </div>
            <RowButton
              busy={isBusy}
              aria-label={`Choose ${fullName(other)}, ${other.email}`}
              onPress={() => onChoose(other.id)}
            >
              Choose
            </RowButton>
          </li>
        ))}
      </ul>
    </>
  );
}

function Preview({ preview, hasChanged }: { preview: MergePreview; hasChanged: boolean }) {
  const { kept, removed, moves, conflicts, sameUpvotes, sessions, confirmed, blocked } = preview;
  const moved = countsText([
    [moves.answers, 'answer'],
    [moves.votes, 'vote'],
    [moves.comments, 'comment'],
    [moves.questions, 'question'],
    [moves.upvotes, 'upvote'],
    [moves.feedback, 'feedback message'],
    [moves.savedSessions, 'saved session'],
    [moves.tickets, 'ticket'],
    [moves.consents, 'consent'],
    [moves.messages, 'sent message'],
  ]);
  return (
    <>
      <p role="alert">{hasChanged ? 'Something has changed since you looked. This is what would happen now:' : ''}</p>
      <dl className={styles.facts}>
        <dt>Stays</dt>
        <dd className="written">{[fullName(kept), kept.email, kept.phone].filter(Boolean).join(', ')}</dd>
        <dt>Is removed</dt>
        <dd className="written">
          {[fullName(removed), removed.email, removed.phone].filter(Boolean).join(', ')}. Its phone and e-mail no longer
          sign in, and {countText(sessions, 'device')} {sessions === 1 ? 'is' : 'are'} signed out.
        </dd>
        <dt>Moves</dt>
        <dd>{moved || 'nothing'}</dd>
        <dt>Afterwards</dt>
        <dd>
          {confirmed ? 'confirmed' : 'not confirmed'}
          {blocked && ', and blocked from Q&A'}
        </dd>
      </dl>
      {(conflicts.length > 0 || sameUpvotes > 0) && (
        <>
          <h3>Both gave the same thing</h3>
          <ul>
            {conflicts.map((conflict) => (
              <li key={`${conflict.kind} ${conflict.about}`} className="written">
                {conflictText(conflict)}
              </li>
            ))}
            {sameUpvotes > 0 && <li>{countText(sameUpvotes, 'upvote')} of the same questions: one of each stays</li>}
          </ul>
        </>
      )}
      <p className={styles.note}>This cannot be undone.</p>
    </>
  );
}

const KINDS = { answer: 'The first answer', vote: 'The last vote', comment: 'The last comment' };

const conflictText = ({ kind, about, stays, keptAt, removedAt }: MergeConflict): string =>
  `${KINDS[kind]} stays, that of the ${stays === 'kept' ? 'account that stays' : 'removed account'} (${dateTimeText(
    stays === 'kept' ? keptAt : removedAt,
  )}): ${about}`;
