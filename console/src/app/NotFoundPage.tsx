import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { InfoIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { Link } from 'react-router';
import { useTitle } from '../page/PageHead.tsx';
import { paths } from '../paths.ts';

export function NotFoundPage() {
  useTitle('Not found');
  return (
    <Message
      icon={<InfoIcon />}
      action={
        <Link to={paths.overview} className={buttonClass()}>
          Go to the overview
        </Link>
      }
    >
      <h1>There is no screen at this address.</h1>
    </Message>
  );
}
