import { STAGE_PICTURE_PATH, type StagePicture } from '@companion/contract/staff/betweenPolls';
import type { Stage } from '@companion/contract/staff/stage';
import { useServerTime } from '../page/useServerTime.ts';
import { AgendaSlide } from './AgendaSlide.tsx';
import styles from './BetweenSlide.module.css';
import { EventSlide } from './EventSlide.tsx';

/** While neither a poll nor questions from the hall are on stage: what a host has chosen. */
export function BetweenSlide({ stage }: { stage: Stage }) {
  const now = useServerTime();
  const coming = (stage.between?.sessions ?? []).filter(({ endDate }) => Date.parse(endDate) > now);
  const picture = stage.between?.picture;
  if (picture) return <PictureSlide eventName={stage.eventName} picture={picture} />;
  if (coming.length === 0) return <EventSlide stage={stage} />;
  const isOn = ({ startDate }: { startDate: string }) => Date.parse(startDate) <= now;
  return <AgendaSlide stage={stage} on={coming.filter(isOn)} next={coming.filter((one) => !isOn(one))} />;
}

/** The staff's own picture, whole. */
const PictureSlide = ({ eventName, picture: { id, alt } }: { eventName: string; picture: StagePicture }) => (
  <>
    <h1 className="visually-hidden">{eventName}</h1>
    <img src={`/api${STAGE_PICTURE_PATH}${id}`} alt={alt} className={styles.picture} />
  </>
);
