import { EVENT_FILES } from '@companion/contract/event';
import { useState } from 'react';

/** The event's logo, if it has one. Its name stands next to it. */
export function EventLogo({ className }: { className: string | undefined }) {
  const [hasLogo, setLogo] = useState(true);
  return hasLogo && <img src={EVENT_FILES.logo} alt="" className={className} onError={() => setLogo(false)} />;
}
