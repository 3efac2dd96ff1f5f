import { useState } from 'react';
import styles from './Avatar.module.css';

export interface AvatarProps {
  /** The name that is shown next to it, for the initials. Hidden from screen readers, which read the name itself. */
  name: string;
  /** The address of the picture, if there is one. */
  src?: string | undefined;
  large?: boolean;
  /** Larger still, at the top of the person's page. */
  portrait?: boolean;
}

/** A picture, or initials if there is none or it does not load. */
export function Avatar({ name, src, large = false, portrait = false }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span
      aria-hidden="true"
      className={[styles.avatar, large && styles.large, portrait && styles.portrait].filter(Boolean).join(' ')}
    >
      {src && src !== failed ? (
        <img src={src} alt="" width="56" height="56" loading="lazy" decoding="async" onError={() => setFailed(src)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** The first letters of the first and the last name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
