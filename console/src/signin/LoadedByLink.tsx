import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { AlertIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Loaded, type LoadedProps } from '../page/Loaded.tsx';
import { paths } from '../paths.ts';

/** The statuses of a link that is not whole, and of one that was used, was revoked or has expired. */
const [NOT_WHOLE, GONE] = [400, 404];

interface LoadedByLinkProps<Data> extends LoadedProps<Data> {
  /** What may still be done, where the link works no more. */
  otherwise: ReactNode;
}

/** What a mailed link opens. Where it works no more, a second attempt cannot help, and signing in may. */
export function LoadedByLink<Data>({ otherwise, ...loaded }: LoadedByLinkProps<Data>) {
  const { data, failure } = loaded.query;
  const isGone = failure?.status === GONE;
  if (data !== undefined || !(isGone || failure?.status === NOT_WHOLE)) return <Loaded {...loaded} />;
  return (
    <Message
      icon={<AlertIcon />}
      action={
        <Link to={paths.overview} className={buttonClass()}>
          Sign in
        </Link>
      }
    >
      <p role="alert">{isGone ? failure.message : 'The link is not complete. Please open it as it was sent.'}</p>
      <p>{otherwise}</p>
    </Message>
  );
}
