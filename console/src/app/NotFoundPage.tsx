import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { InfoIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMember } from '../api/member.ts';
import { useTitle } from '../page/PageHead.tsx';
import { ROLE_NAMES } from '../page/roleNames.ts';
import { paths } from '../paths.ts';

export const NotFoundPage = () => <NoScreen title="Not found" heading="There is no screen at this address." />;

/** In place of a screen that the member's role does not have, such as one of a link that another member sent. */
export function NotForRolePage() {
  const role = ROLE_NAMES[useMember().role].toLowerCase();
  return (
    <NoScreen title="Not for your role" heading="This screen is not for your role.">
      <p>
        You are {role === 'host' ? 'a' : 'an'} {role}. An owner can give you another role.
      </p>
    </NoScreen>
  );
}

function NoScreen({ title, heading, children }: { title: string; heading: string; children?: ReactNode }) {
  useTitle(title);
  return (
    <Message
      icon={<InfoIcon />}
      action={
        <Link to={paths.overview} className={buttonClass()}>
          Go to the overview
        </Link>
      }
    >
      <h1>{heading}</h1>
      {children}
    </Message>
  );
}
