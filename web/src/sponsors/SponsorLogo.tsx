import type { ContentItem } from '@companion/contract/content';
import { EVENT_FILES } from '@companion/contract/event';
import { useState } from 'react';
import { eventFile } from '../api/eventApi.ts';
import styles from './SponsorLogo.module.css';
import { sponsorAddress } from './sponsorTiers.ts';

/** A logo on white paper; it leads to the sponsor's own site in a new tab, which learns nothing of this one. */
export function SponsorLogo({ sponsor }: { sponsor: ContentItem }) {
  const address = sponsorAddress(sponsor);
  if (!address) {
    return (
      <div className={styles.card}>
        <Logo sponsor={sponsor} />
      </div>
    );
  }
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={styles.card}>
      <Logo sponsor={sponsor} />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

/** All logos cover the same area, so that a wide one is not small beside a square one. */
function Logo({ sponsor: { title, slug } }: { sponsor: ContentItem }) {
  const [ratio, setRatio] = useState<number>();
  const [isMissing, setIsMissing] = useState(!slug);
  if (isMissing || !slug) return <span className={styles.name}>{title}</span>;
  return (
    <img
      src={eventFile(EVENT_FILES.sponsor(slug))}
      alt={title}
      width="68"
      height="68"
      loading="lazy"
      decoding="async"
      className={styles.logo}
      // In `em`, for the style sheet makes one of them the side of the square that has this area. Until then it is
      // transparent, not hidden: its name is there for screen readers before it has loaded.
      style={ratio ? { width: `${Math.sqrt(ratio)}em` } : { opacity: 0 }}
      onLoad={({ currentTarget }) => setRatio(currentTarget.naturalWidth / (currentTarget.naturalHeight || 1) || 1)}
      onError={() => setIsMissing(true)}
    />
  );
}
