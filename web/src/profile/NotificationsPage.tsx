import type { NoticeChoices, NoticeSettings } from '@companion/contract/noticeSettings';
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
  { name: 'announcements', label: 'When the organizer announces something, also while this app is closed' },
];

/** What the attendee wants to be told, and whether this phone shows it while the app is closed (decision 071). */
export function NotificationsPage() {
  const query = noticeApi.useGetNoticeSettingsQuery();
  const { data } = query;
  return (
    <div className={styles.page}>
      <UpLink to={paths.profile}>Profile</UpLink>
      <h1>Notifications</h1>
      {data ? (
        <>
          <Choices settings={data} query={query} />
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

interface ChoicesProps {
  settings: NoticeSettings;
  query: { isFetching: boolean; refetch: () => unknown };
}

function Choices({ settings, query: { isFetching, refetch } }: ChoicesProps) {
  const [save, saving] = noticeApi.useSaveNoticeSettingsMutation();
  const isBusy = saving.isLoading || isFetching;
  // What was chosen shows at once, and what is on record if it could not be saved.
  const shown = (isBusy && !saving.isError && saving.originalArgs) || settings;
  const change = async (name: keyof NoticeChoices, isOn: boolean) => {
    const { changes, reminders, announcements } = shown;
    const { error } = await save({ changes, reminders, announcements, [name]: isOn });
    // A failure shows a toast of its own.
    if (!error) await refetch();
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
          // Not `disabled`, which would take the focus away.
          aria-disabled={isBusy}
          onChange={({ currentTarget }) => {
            if (!isBusy) void change(name, currentTarget.checked);
          }}
        />
      ))}
      <p className={styles.note}>Announcements always show in the app.</p>
    </fieldset>
  );
}
