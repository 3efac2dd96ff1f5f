import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { CardSection } from '../page/CardSection.tsx';
import { countsText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import table from '../page/table.module.css';
import { dateTimeText } from '../page/timeText.ts';
import { UpLink } from '../page/UpLink.tsx';
import { paths } from '../paths.ts';
import { EditPerson } from './EditPerson.tsx';
import { PersonActions } from './PersonActions.tsx';
import { PersonBadges } from './PersonBadges.tsx';
import { PersonSessions } from './PersonSessions.tsx';
import styles from './people.module.css';
import { fullName, type Person } from './personTexts.ts';

/** One attendee: what is known of them, and what can be done for them. */
export function PersonPage() {
  const { personId = '' } = useParams();
  const query = useStaffQuery('getPerson', { personId });
  return (
    <>
      <UpLink to={paths.people}>People</UpLink>
      <Loaded query={query}>{({ results }) => <PersonDetails key={results.id} person={results} />}</Loaded>
    </>
  );
}

const PersonDetails = ({ person }: { person: Person }) => (
  <>
    <PageHead title={fullName(person)}>
      <span className={styles.actions}>
        <PersonBadges person={person} />
      </span>
    </PageHead>
    <PersonActions person={person} />
    <div className={styles.columns}>
      <CardSection title="Details">
        <EditPerson person={person} />
      </CardSection>
      <div className={styles.column}>
        <CardSection title="Sign-in and what they gave">
          <Facts person={person} />
        </CardSection>
        <CardSection title="Devices">
          <PersonSessions person={person} />
        </CardSection>
        <CardSection title="Messages to them">
          <Messages messages={person.messages} />
        </CardSection>
        <CardSection title="Tickets and consent">
          <TicketsAndConsents person={person} />
        </CardSection>
      </div>
    </div>
  </>
);

const when = (time: string | null, otherwise: string): string => (time === null ? otherwise : dateTimeText(time));

function Facts({ person }: { person: Person }) {
  const { answers, votes, comments, questions, upvotes, feedback } = person.given;
  const given = countsText([
    [answers, 'answer'],
    [votes, 'vote'],
    [comments, 'comment'],
    [questions, 'question'],
    [upvotes, 'upvote'],
    [feedback, 'message'],
  ]);
  return (
    <dl className={styles.facts}>
      <dt>Phone proved</dt>
      <dd>{when(person.phoneProvedAt, 'not yet')}</dd>
      {person.pendingPhone && (
        <>
          <dt>New phone</dt>
          <dd>{person.pendingPhone}, entered and not proved yet</dd>
        </>
      )}
      <dt>E-mail proved</dt>
      <dd>{when(person.emailProvedAt, 'not yet')}</dd>
      <dt>Confirmed</dt>
      <dd>{when(person.confirmedAt, 'not yet')}</dd>
      {person.blockedAt && (
        <>
          <dt>Blocked from Q&amp;A</dt>
          <dd>{dateTimeText(person.blockedAt)}</dd>
        </>
      )}
      <dt>Invited</dt>
      <dd>{when(person.invitedAt, 'no')}</dd>
      <dt>On record since</dt>
      <dd>{dateTimeText(person.createdAt)}</dd>
      <dt>Gave</dt>
      <dd>{given || 'nothing yet'}</dd>
    </dl>
  );
}

const ABOUT = { invitation: 'Invitation', signIn: 'Sign-in', other: 'Another message' };
const KIND = { sms: 'SMS', mail: 'mail' };
const STATES = { waiting: 'waits', sent: 'sent', failed: 'failed' };

function Messages({ messages }: Pick<Person, 'messages'>) {
  if (messages.length === 0) return <p className={styles.note}>None in the last month.</p>;
  return (
    <table className={table.blocks}>
      <caption className="visually-hidden">Messages of the last month</caption>
      <thead>
        <tr>
          <th scope="col">Message</th>
          <th scope="col">When</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <tr key={message.id}>
            <th scope="row">
              {ABOUT[message.about]} by {KIND[message.kind]}
            </th>
            <td>{dateTimeText(message.createdAt)}</td>
            <td>
              {STATES[message.state]}
              {message.reason && <span className={`written ${styles.note}`}> {message.reason}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Ticket = ({ ticket, children }: { ticket: Person['tickets'][number]; children?: ReactNode }) => (
  <div className={styles.pair}>
    <dt>{ticket.number ? `Ticket ${ticket.number}` : 'On a list'}</dt>
    <dd className="written">
      {ticket.number && `${ticket.type || 'Ticket'}, order ${ticket.order || 'unknown'}, `}
      {ticket.name}, {ticket.email}
      {ticket.isCancelled && ', cancelled'}
      {children && <p className={styles.note}>{children}</p>}
    </dd>
  </div>
);

const TicketsAndConsents = ({ person: { tickets, waitingTickets, consents } }: { person: Person }) => (
  <dl className={styles.facts}>
    {tickets.length === 0 && (
      <>
        <dt>Ticket</dt>
        <dd>none</dd>
      </>
    )}
    {tickets.map((ticket) => (
      <Ticket key={ticket.id} ticket={ticket} />
    ))}
    {waitingTickets.map((ticket) => (
      <Ticket key={ticket.id} ticket={ticket}>
        Waits without an account, since it has the e-mail of this one. {ticket.name} is invited once the ticket has an
        e-mail of its own.
      </Ticket>
    ))}
    {consents.map(({ termsVersion, action, acceptedAt }) => (
      <div key={acceptedAt} className={styles.pair}>
        <dt>Terms accepted</dt>
        <dd>
          {dateTimeText(acceptedAt)}, version {termsVersion}, at the {action}
        </dd>
      </div>
    ))}
  </dl>
);
