import { STAGE_PICTURE_PATH, type StagePicture } from '@companion/contract/staff/betweenPolls';
import styles from './BetweenSlide.module.css';

/** The staff's own picture, whole. */
export const PictureSlide = ({ eventName, picture: { id, alt } }: { eventName: string; picture: StagePicture }) => (
  <>
    <h1 className="visually-hidden">{eventName}</h1>
    <img src={`/api${STAGE_PICTURE_PATH}${id}`} alt={alt} className={styles.picture} />
  </>
);
