import type { ListedAnnouncement } from '@companion/contract/staff/announcements';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { toastDone } from '../api/toasts.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { Badge } from '../page/Badge.tsx';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { numberText } from '../page/countText.ts';
import listStyles from '../page/list.module.css';
import { dayTimeText } from '../page/timeText.ts';
import { useSecondsLeft } from '../page/useSecondsLeft.ts';
import { audienceText, messagesText, STATE_NAMES } from './announcementTexts.ts';

interface AnnouncementRowProps {
  announcement: ListedAnnouncement;
  mayAnnounce: boolean;
  onEdit(): void;
  /** @param wasForNow it was about to leave, as one that is sent now */
  onTakenBack(wasForNow: boolean): void;
}

/** For so long before it leaves, it is about to be sent, and can be undone with one press. */
const UNDO_SECONDS = 30;

export function AnnouncementRow({ announcement, mayAnnounce, onEdit, onTakenBack }: AnnouncementRowProps) {
  const { state, title, text, sessionTitle, sendsAt, endsAt, mail, sms, by } = announcement;
  const isPlanned = state === 'planned';
  const secondsLeft = useSecondsLeft(isPlanned ? sendsAt : null) ?? 0;
  const isLeaving = isPlanned && secondsLeft <= UNDO_SECONDS;
  return (
    <li className={listStyles.row}>
      <div className={listStyles.text}>
        <span>
          <Badge tone={state === 'shown' || state === 'sending' ? 'go' : 'plain'}>{STATE_NAMES[state]}</Badge>
        </span>
        {title && <b className="written">{title}</b>}
        <span className="written">{text}</span>
        <span className={listStyles.detail}>
          {audienceText(announcement)}, {isPlanned ? 'at' : 'from'} {dayTimeText(sendsAt)} until {dayTimeText(endsAt)},
          by <span className="written">{by}</span>
          {sessionTitle && (
            <>
              , leads to <span className="written">{sessionTitle}</span>
            </>
          )}
        </span>
        {isPlanned && (mail || sms) && (
          <span className={listStyles.detail}>
            Also by {[mail && 'mail', sms && 'SMS'].filter(Boolean).join(' and ')}
          </span>
        )}
        {!isPlanned && mail && <span className={listStyles.detail}>{messagesText('Mail', mail)}</span>}
        {!isPlanned && sms && <span className={listStyles.detail}>{messagesText('SMS', sms)}</span>}
        {isLeaving && (
          <span className={listStyles.detail}>{secondsLeft > 0 ? `Leaves in ${secondsLeft} s` : 'Leaves now'}</span>
        )}
      </div>
      {mayAnnounce && (
        <div className={listStyles.actions}>
          {isPlanned && !isLeaving && <RowButton onPress={onEdit}>Edit</RowButton>}
          {isPlanned && <TakeBackButton announcement={announcement} isLeaving={isLeaving} onTakenBack={onTakenBack} />}
          {(state === 'shown' || state === 'sending') && <EndButton announcement={announcement} />}
        </div>
      )}
    </li>
  );
}

function useEnd({ id }: ListedAnnouncement) {
  const { send, isSending } = useStaffMutation('endAnnouncement', ['getAnnouncementList']);
  const end = async () => {
    const ended = (await send({ announcementId: id }))?.results;
    if (!ended) return undefined;
    const out = [
      ended.mailsSent > 0 && `${numberText(ended.mailsSent)} by mail`,
      ended.smsSent > 0 && `${numberText(ended.smsSent)} by SMS`,
    ].filter(Boolean);
    const wentOut = out.length > 0 ? ` ${out.join(' and ')} had gone out.` : '';
    toastDone(ended.wasSent ? `The announcement is gone from every phone.${wentOut}` : 'Taken back: nothing had left.');
    return ended;
  };
  return { end, isSending };
}

function TakeBackButton({
  announcement,
  isLeaving,
  onTakenBack,
}: {
  announcement: ListedAnnouncement;
  isLeaving: boolean;
  onTakenBack: AnnouncementRowProps['onTakenBack'];
}) {
  const { end, isSending } = useEnd(announcement);
  return (
    <RowButton
      busy={isSending}
      onPress={() => void end().then((ended) => ended && !ended.wasSent && onTakenBack(isLeaving))}
    >
      {isLeaving ? 'Undo' : 'Take back'}
    </RowButton>
  );
}

function EndButton({ announcement }: { announcement: ListedAnnouncement }) {
  const { end } = useEnd(announcement);
  return (
    <ConfirmButton size="small" action="End now" title="End this announcement?" onConfirm={end}>
      <p>It is gone from every phone. Messages that have not gone out are not sent; the others cannot be taken back.</p>
    </ConfirmButton>
  );
}
