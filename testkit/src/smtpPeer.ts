import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { type ReadMail, readMail } from './readMail.ts';

/** A mail as it arrived. */
export interface ReceivedMail extends ReadMail {
  /** Of the envelope, not of the headers. */
  from: string;
  to: string;
  /** Whether it came over TLS. */
  isSecure: boolean;
}

/**
 * What comes back at `RCPT TO`, or once a mail is in: `take` it; `hang` and say nothing; `cut` the connection;
 * `take and cut`: it has the mail, but the answer is lost; a number is the reply's code, such as 450.
 */
export type SmtpAnswer = 'take' | 'hang' | 'cut' | 'take and cut' | number;
type SmtpStage = 'from' | 'rcpt' | 'data';

export interface SmtpPeer {
  /** The settings of a server that is to use it. */
  settings: { SMTP_URL: string; MAIL_FROM: string };
  /** What it has taken to send, oldest first. */
  taken: ReceivedMail[];
  /** How many recipients it was asked to take, refused ones too. */
  asked(): number;
  /** Says what to answer from now on, at one stage of a mail; it takes everything until then. */
  answer(how: SmtpAnswer | ((mail: { to: string }) => SmtpAnswer), stage?: SmtpStage): void;
  /** Nobody listens on the port any more, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

const USER = { name: 'companion', password: 'p@ss word' };

/**
 * A mail server on 127.0.0.1.
 * @param options `auth`: it takes mail only from who signs in, as `settings` does; `tls`: it offers STARTTLS, with a
 * certificate that nobody has signed
 */
export async function startSmtpPeer({ auth = false, tls = false } = {}): Promise<SmtpPeer> {
  const taken: ReceivedMail[] = [];
  let asked = 0;
  let port = 0;
  let server = makeServer();
  let rule: (stage: SmtpStage, to: string) => SmtpAnswer = () => 'take';

  function makeServer(): SMTPServer {
    const made = new SMTPServer({
      ...{ authOptional: !auth, allowInsecureAuth: true, disabledCommands: tls ? [] : ['STARTTLS'] },
      ...{ disableReverseLookup: true, closeTimeout: 1, hideENHANCEDSTATUSCODES: false },
      onAuth: ({ username, password }, _session, done) => {
        const known = username === USER.name && password === USER.password;
        done(known ? null : failure(535), known ? { user: username } : undefined);
      },
      onMailFrom: (_address, session, done) => answer('from', session.id, '', done),
      onRcptTo: ({ address }, session, done) => {
        asked++;
        answer('rcpt', session.id, address, done);
      },
      onData: (stream, session, done) => {
        let raw = '';
        stream.setEncoding('utf8').on('data', (text: string) => {
          raw += text;
        });
        stream.on('end', async () => {
          const { mailFrom, rcptTo } = session.envelope;
          const to = rcptTo.map(({ address }) => address).join(', ');
          const mail = await readMail(raw);
          const keep = () =>
            taken.push({ ...mail, from: mailFrom ? mailFrom.address : '', to, isSecure: session.secure });
          answer('data', session.id, to, done, keep);
        });
      },
    });
    // A connection that breaks off is what some tests are about.
    made.on('error', () => {});
    return made;
  }

  function answer(
    stage: SmtpStage,
    sessionId: string,
    to: string,
    done: (error?: Error | null) => void,
    keep: () => void = () => {},
  ): void {
    const how = rule(stage, to);
    if (how === 'take' || how === 'take and cut') keep();
    if (how === 'take') done();
    else if (typeof how === 'number') done(failure(how));
    else if (how !== 'hang') {
      for (const each of server.connections) if (each.session.id === sessionId) each._socket.destroy();
    }
  }

  const up = async () => {
    const listening = server.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    const address = listening.address();
    if (typeof address === 'object' && address) port = address.port;
  };
  const down = async () => {
    for (const each of server.connections) each._socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    server = makeServer();
  };
  await up();
  const login = auth ? `${encodeURIComponent(USER.name)}:${encodeURIComponent(USER.password)}@` : '';
  return {
    settings: {
      SMTP_URL: `smtp://${login}127.0.0.1:${port}${tls ? '?tls.rejectUnauthorized=false' : ''}`,
      MAIL_FROM: 'Test Summit <summit@example.com>',
    },
    taken,
    asked: () => asked,
    answer: (how, stage = 'data') => {
      rule = (at, to) => (at !== stage ? 'take' : typeof how === 'function' ? how({ to }) : how);
    },
    down,
    up,
    stop: down,
  };
}

/** A mail server's own words repeat what it was sent. */
const failure = (responseCode: number) => Object.assign(new Error('5.1.1 <ada@example.com> refused'), { responseCode });
