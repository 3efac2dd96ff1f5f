import type { ContentItem } from '@companion/contract/content';
import { useState } from 'react';
import { eventPicture } from '../page/eventPicture.ts';
import { Picture } from '../ui/Picture.tsx';
import { LOGO_SIDE, logoWidth, ratioOf } from './logoWidth.ts';
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
function Logo({ sponsor }: { sponsor: ContentItem }) {
  const picture = eventPicture(sponsor);
  const [measured, setMeasured] = useState<number>();
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing || !picture) return <span className={styles.name}>{sponsor.title}</span>;
  const ratio = ratioOf(picture) ?? measured;
  return (
    <Picture
      picture={ratio ? picture : { ...picture, width: LOGO_SIDE, height: LOGO_SIDE }}
      alt={sponsor.title}
      shownWidth={logoWidth(ratio ?? 1)}
      className={styles.logo}
      // In `em`: the style sheet sets 1em to the side of a square with this area. While its ratio is unknown the image
      // is transparent, not hidden, so that screen readers find its name.
      style={ratio ? { width: `${Math.sqrt(ratio)}em` } : { opacity: 0 }}
      onLoad={({ currentTarget }) => setMeasured(currentTarget.naturalWidth / (currentTarget.naturalHeight || 1) || 1)}
      onError={() => setIsMissing(true)}
    />
  );
}
