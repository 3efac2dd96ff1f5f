import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMember } from '../api/member.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { useModal } from '../page/useModal.ts';
import { searchText } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import { findTargets, type Target } from './findTargets.ts';
import styles from './Palette.module.css';
import { screensFor } from './screensFor.tsx';

/** Goes to a screen, a poll, a member or a session by a part of its name. */
export function Palette({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const dialog = useModal(onClose);
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = findTargets(useTargets(text), text);
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  const open = (target: Target | undefined) => {
    if (!target) return;
    dialog.current?.close();
    navigate(target.path);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(found[chosen]);
    else if (event.key === 'ArrowDown') setChosen((index) => Math.min(index + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setChosen((index) => Math.max(index - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} className={styles.palette} aria-label="Go to">
      <input
        className={styles.input}
        role="combobox"
        aria-label="Go to"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="A screen, a poll, a member, a session"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Found" className={styles.list}>
        {found.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
          <div
            key={target.path + target.label}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.option}
            onClick={() => open(target)}
          >
            <span className="written">{target.label}</span>
            <span className={styles.kind}>{target.kind}</span>
          </div>
        ))}
      </div>
      <p role="status" className={found.length === 0 ? styles.none : 'visually-hidden'}>
        {found.length === 0 ? 'Nothing has this name.' : `${found.length} found`}
      </p>
    </dialog>
  );
}

/** Sessions and speakers are many, so the server searches them. */
const SEARCHED_FROM = 2;

function useTargets(text: string): Target[] {
  const screens = screensFor(useMember()).map(({ path, label, title = label }) => ({
    path,
    label: title,
    kind: 'Screen',
  }));
  const polls = useStaffQuery('getPolls', {}).data?.results ?? [];
  const mayList = screens.some(({ path }) => path === paths.members);
  const search = text.trim().slice(0, 100);
  // The server finds members by one word; all words count below.
  const word = search.split(/\s+/)[0] || undefined;
  const members =
    useStaffQuery('getMembers', { search: word }, { isOn: mayList, partOf: 'members' }).data?.results.members ?? [];
  const isSearched = search.length >= SEARCHED_FROM;
  const found =
    useStaffQuery('getItemFigures', { search }, { isOn: isSearched, partOf: 'items' }).data?.results.items ?? [];
  return [
    ...screens,
    { path: paths.account, label: 'Your account', kind: 'Screen' },
    ...polls.map(({ campaignId, id, question, campaignTitle }) => ({
      path: paths.poll(campaignId, id),
      label: question,
      kind: campaignTitle,
    })),
    ...members.map(({ name, email }) => ({
      path: `${paths.members}${searchText({ q: email })}`,
      label: name,
      kind: email,
    })),
    ...(isSearched ? found : []).map(({ id, title, room }) => ({
      path: paths.itemFeedback(id),
      label: title,
      kind: room ? `Feedback, ${room}` : 'Feedback',
    })),
  ];
}
