import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSignedCertificate } from '@companion/testkit/selfSignedCertificate';
import { upAndDown } from '@companion/testkit/upAndDown';

/*
 * A push service that takes all it gets and reads none of it: what a test checks would slow the measurement down. It
 * runs this file in a process of its own: in the load generator's, requests would wait for its work. It says where it
 * is, and answers each message of the load generator with what it has taken.
 */
if (import.meta.main) await serve();

/** What the service has taken so far. */
interface Taken {
  messages: number;
  /** Different ones. */
  devices: number;
  /** When the last one came, in milliseconds since the epoch; 0 before. */
  lastAt: number;
}

export interface PushSink {
  /** Of the servers that push to it. */
  settings: Record<string, string>;
  origin: string;
  taken(): Promise<Taken>;
  stop(): Promise<void>;
}

/** How long a push service on the internet takes to answer. */
const ANSWER_MS = 50;

export async function startPushSink(): Promise<PushSink> {
  const child = fork(import.meta.filename);
  const { port, ca } = await said<{ port: number; ca: string }>(child);
  const folder = await mkdtemp(join(tmpdir(), 'bench-push-'));
  const file = join(folder, 'ca.pem');
  await writeFile(file, ca);
  return {
    settings: { PUSH_HOSTS: `127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: file },
    origin: `https://127.0.0.1:${port}`,
    taken: () => {
      child.send('taken');
      return said<Taken>(child);
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function said<Message>(child: ChildProcess): Promise<Message> {
  const [message] = await once(child, 'message');
  // The program below says it.
  return message as Message;
}

async function serve(): Promise<void> {
  const certificate = selfSignedCertificate();
  const paths = new Set<string>();
  const taken: Taken = { messages: 0, devices: 0, lastAt: 0 };
  const server = createServer(certificate, (request, response) => {
    request.resume().on('end', () => {
      paths.add(request.url ?? '');
      Object.assign(taken, { messages: taken.messages + 1, devices: paths.size, lastAt: Date.now() });
      setTimeout(() => response.writeHead(201).end(), ANSWER_MS);
    });
  });
  const { port } = await upAndDown(server);
  process.on('message', () => process.send?.(taken));
  process.send?.({ port, ca: certificate.cert });
}
