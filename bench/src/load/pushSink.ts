import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSignedCertificate } from '@companion/testkit/selfSignedCertificate';
import { upAndDown } from '@companion/testkit/upAndDown';

/** A push service that takes all it gets and reads none of it: what a test checks would slow the measurement down. */
export interface PushSink {
  /** Of the servers that push to it. */
  settings: Record<string, string>;
  origin: string;
  /** When each message was taken, by `performance.now()`. */
  takenAt: number[];
  stop(): Promise<void>;
}

/** How long a push service on the internet takes to answer. */
const ANSWER_MS = 50;

export async function startPushSink(): Promise<PushSink> {
  const certificate = selfSignedCertificate();
  const folder = await mkdtemp(join(tmpdir(), 'bench-push-'));
  const file = join(folder, 'ca.pem');
  await writeFile(file, certificate.cert);
  const takenAt: number[] = [];
  const server = createServer(certificate, (request, response) => {
    request.resume().on('end', () => {
      takenAt.push(performance.now());
      setTimeout(() => response.writeHead(201).end(), ANSWER_MS);
    });
  });
  const { port, stop } = await upAndDown(server);
  return {
    settings: { PUSH_HOSTS: `127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: file },
    origin: `https://127.0.0.1:${port}`,
    takenAt,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
