import type { ContentItem } from '@companion/contract/content';
import { EVENT_FILES } from '@companion/contract/event';
import { useState } from 'react';
import { eventFile } from '../api/eventApi.ts';
import styles from './SponsorLogo.module.css';
import { sponsorAddress } from './sponsorTiers.ts';

/** A sponsor's logo, which links to the sponsor's site in a new tab, without opener and referrer. */
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

/** Scales logos to the same area, so that a wide one does not look smaller than a square one. */
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
      // In `em`: the style sheet sets 1em to the side of a square with this area. Until loaded the image is
      // transparent, not hidden, so that screen readers find its name.
      style={ratio ? { width: `${Math.sqrt(ratio)}em` } : { opacity: 0 }}
      onLoad={({ currentTarget }) => setRatio(currentTarget.naturalWidth / (currentTarget.naturalHeight || 1) || 1)}
      onError={() => setIsMissing(true)}
    />
  );
}
