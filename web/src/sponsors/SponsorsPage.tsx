import { DEFAULT_TIERS } from '@companion/contract/eventDefaults';
import { useMemo } from 'react';
import { AsOf } from '../page/AsOf.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { useEventNames } from '../page/useEventNames.ts';
import { useContent } from '../page/useLists.ts';
import { useShownCount } from '../page/useShownCount.ts';
import { SponsorsIcon } from '../ui/icons.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { SponsorLogo } from './SponsorLogo.tsx';
import styles from './SponsorsPage.module.css';
import { sponsorTiers } from './sponsorTiers.ts';

/** Fill a phone's screen. Each logo's request takes a phone several milliseconds to send. */
const LOGOS = { first: 6, step: 4 };

/** The sponsors' logos by tier, each linking to the sponsor's site (§2). */
export function SponsorsPage() {
  const query = useContent();
  const { data } = query;
  const names = useEventNames();
  const tiers = useMemo(() => sponsorTiers(data ?? [], names.tiers ?? DEFAULT_TIERS), [data, names]);
  let room = useShownCount(tiers.flatMap(({ sponsors }) => sponsors).length, LOGOS);
  return (
    <div className={styles.page}>
      <hgroup>
        <h1>Sponsors</h1>
        <AsOf query={query} />
      </hgroup>
      {tiers.length === 0 && (
        <EmptyState query={query} placeholder={<LoadingLogos />} icon={<SponsorsIcon />}>
          <p>No sponsors available at the moment.</p>
        </EmptyState>
      )}
      {tiers.map(({ name, sponsors }) => {
        const shown = sponsors.slice(0, room);
        room = Math.max(0, room - sponsors.length);
        return (
          shown.length > 0 && (
            <section key={name} className={styles.tier} aria-label={name}>
              <h2>{name}</h2>
              <ul className={styles.logos}>
                {shown.map((sponsor) => (
                  <li key={sponsor.id}>
                    <SponsorLogo sponsor={sponsor} />
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}

const LoadingLogos = () => (
  <div className={styles.logos}>
    <Skeleton lines={2} shape="logo" />
    <Skeleton lines={2} shape="logo" />
  </div>
);
