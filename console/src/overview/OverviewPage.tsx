import { EVENT_FILES, readableEventInfo } from '@companion/contract/event';
import { useEffect, useState } from 'react';
import { PageHead } from '../page/PageHead.tsx';

/** Which event this console is for. */
export function OverviewPage() {
  const [name, setName] = useState('');
  useEffect(() => {
    fetch(EVENT_FILES.info)
      .then(async (answer) => setName(readableEventInfo.parse(await answer.json()).name))
      .catch(() => {});
  }, []);
  return <PageHead title="Overview">{name}</PageHead>;
}
