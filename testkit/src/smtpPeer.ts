import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { type ReadMail, readMail } from './readMail.ts';

/** A received mail. */
export interface ReceivedMail extends ReadMail {
  /** From the envelope, not from the headers. */
  from: string;
  to: string;
  /** Whether the connection used TLS. */
  isSecure: boolean;
}

/**
 * How a stage of a mail is answered: `take` accepts it; `hang` does not answer; `cut` closes the connection; `take and
 * cut` accepts the mail and closes the connection without an answer; a number is the code of the reply, such as 450.
 */
export type SmtpAnswer = 'take' | 'hang' | 'cut' | 'take and cut' | number;
type SmtpStage = 'from' | 'rcpt' | 'data';

export interface SmtpPeer {
  /** The settings of a server that uses this peer. */
  settings: { SMTP_URL: string; MAIL_FROM: string };
  /** The accepted mails, oldest first. */
  taken: ReceivedMail[];
  /** The number of `RCPT TO` commands, including rejected ones. */
  asked(): number;
  /** Sets the answer to later mails at one stage. Default: `take`. */
  answer(how: SmtpAnswer | ((mail: { to: string }) => SmtpAnswer), stage?: SmtpStage): void;
  /** Closes the port until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

const USER = { name: 'companion', password: 'p@ss word' };

/**
 * A mail server on 127.0.0.1.
 * @param options `auth`: requires the credentials that are in `settings`; `tls`: offers STARTTLS with a self-signed
 * certificate
 */
export async function startSmtpPeer({ auth = false, tls = false } = {}): Promise<SmtpPeer> {
  const taken: ReceivedMail[] = [];
  let asked = 0;
  let port = 0;
  let server = makeServer();
  let rule: (stage: SmtpStage, to: string) => SmtpAnswer = () => 'take';

  function makeServer(): SMTPServer {
    const made = new SMTPServer({
      authOptional: !auth,
      allowInsecureAuth: true,
      disabledCommands: tls ? [] : ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 1,
      hideENHANCEDSTATUSCODES: false,
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
    // Some tests cut connections on purpose.
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

/** The text of a mail server's error may contain the recipient. */
const failure = (responseCode: number) => Object.assign(new Error('5.1.1 <ada@example.com> refused'), { responseCode });
