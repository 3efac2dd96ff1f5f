import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';

export const ERROR_SENTENCE = 'Oops! Sorry, an unexpected error has occurred.';

/** §2: an address that does not exist. */
export function ErrorPage() {
  return (
    <Message
      icon={<AlertIcon />}
      action={
        <Link to={paths.dashboard} className={buttonClass()}>
          Go to Home
        </Link>
      }
    >
      <h1>{ERROR_SENTENCE}</h1>
    </Message>
  );
}
