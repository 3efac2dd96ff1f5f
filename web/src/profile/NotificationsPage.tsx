import type { NoticeChoices, NoticeSettings } from '@companion/contract/noticeSettings';
import { useRef, useState } from 'react';
import { useStore } from 'react-redux';
import type { AppStore } from '../api/api.ts';
import { noticeApi } from '../api/noticeApi.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { paths } from '../paths.ts';
import { CheckField } from '../ui/CheckField.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './NotificationsPage.module.css';
import { PushOnPhone } from './PushOnPhone.tsx';

const CHOICES: { name: keyof NoticeChoices; label: string }[] = [
  { name: 'changes', label: 'When a session that I saved moves or is cancelled' },
  { name: 'reminders', label: 'Ten minutes before a session that I saved' },
  { name: 'announcements', label: 'When the organizer announces something' },
];

/** What the attendee wants to be told, and whether this phone shows it while the app is closed (decision 071). */
export function NotificationsPage() {
  const query = noticeApi.useGetNoticeSettingsQuery(undefined, { refetchOnFocus: true, refetchOnReconnect: true });
  const { data } = query;
  return (
    <div className={styles.page}>
      <UpLink to={paths.profile}>Profile</UpLink>
      <h1>Notifications</h1>
      {data ? (
        <>
          <Choices settings={data} />
          {data.pushKey !== null && <PushOnPhone pushKey={data.pushKey} />}
        </>
      ) : (
        <EmptyState query={query} placeholder={<Skeleton lines={4} />}>
          <p>Your choices are not available at the moment.</p>
        </EmptyState>
      )}
    </div>
  );
}

function Choices({ settings }: { settings: NoticeSettings }) {
  const [save] = noticeApi.useSaveNoticeSettingsMutation();
  const { dispatch } = useStore() as AppStore;
  // The cache tells of a change with the next frame, for which a pressed box does not wait.
  const [chosen, setChosen] = useState<NoticeChoices>();
  const shown = chosen ?? settings;
  // One after another: the server keeps what arrives last.
  const saved = useRef(Promise.resolve());
  const change = (name: keyof NoticeChoices, isOn: boolean) => {
    const { changes, reminders, announcements } = shown;
    const choices = { changes, reminders, announcements, [name]: isOn };
    setChosen(choices);
    // Who leaves the page and comes back finds what they chose: the cache is kept until it is saved.
    const kept = dispatch(noticeApi.endpoints.getNoticeSettings.initiate());
    const { undo } = dispatch(
      noticeApi.util.updateQueryData('getNoticeSettings', undefined, (cached) => {
        cached[name] = isOn;
      }),
    );
    const saveNext = async () => {
      const { error } = await save(choices);
      // A failure shows a toast of its own. It may have been saved without its answer.
      if (error) undo();
      await kept.refetch();
      kept.unsubscribe();
      setChosen((now) => (now === choices ? undefined : now));
    };
    saved.current = saved.current.then(saveNext);
  };
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>
        <h2>Tell me</h2>
      </legend>
      {CHOICES.map(({ name, label }) => (
        <CheckField
          key={name}
          label={label}
          checked={shown[name]}
          onChange={({ currentTarget }) => change(name, currentTarget.checked)}
        />
      ))}
      <p className={styles.note}>
        Announcements always show in the app. The choice is for notifications while it is closed.
      </p>
    </fieldset>
  );
}
