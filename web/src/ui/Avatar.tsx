import { useState } from 'react';
import styles from './Avatar.module.css';
import { Picture, type PictureFile } from './Picture.tsx';

export interface AvatarProps {
  /** The name that is shown next to it, for the initials. Hidden from screen readers, which read the name itself. */
  name: string;
  picture?: PictureFile | undefined;
  size?: keyof typeof FACE;
}

/** The diameters in tokens.css, in pixels. The portrait is at the top of the person's page. */
export const FACE = { small: 40, large: 56, portrait: 96 } as const;

/** A picture, or initials if there is none or it does not load. */
export function Avatar({ name, picture, size = 'small' }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span aria-hidden="true" className={`${styles.avatar} ${styles[size]}`}>
      {picture && picture.src !== failed ? (
        <Picture
          picture={picture}
          alt=""
          // A wide picture fills the height of the circle.
          shownWidth={FACE[size] * Math.max(1, (picture.width ?? 1) / (picture.height || picture.width || 1))}
          loading={size === 'portrait' ? 'eager' : 'lazy'}
          onError={() => setFailed(picture.src)}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** The first letters of the first and the last name, which may be in brackets. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = '') => (/[\p{L}\p{N}]/u.exec(word) ?? [...word])[0]?.toUpperCase() ?? '').join('');
}
