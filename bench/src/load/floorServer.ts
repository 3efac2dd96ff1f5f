import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * The floor: node:http alone, answering with the same bytes and no other work. It runs this file in a process of its
 * own, with the file that holds the answer, and the answer's status; it prints its port.
 */
if (import.meta.main) serve();

export interface FloorServer {
  url: string;
  stop(): Promise<void>;
}

export async function startFloorServer(body: string, status = 200): Promise<FloorServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-floor-'));
  const file = join(folder, 'body');
  await writeFile(file, body);
  const child = spawn(process.execPath, [import.meta.filename, file, String(status)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function serve(): void {
  const [file = '', status = '200'] = process.argv.slice(2);
  const body = readFileSync(file);
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(Number(status), {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address && typeof address === 'object') console.log(address.port);
  });
}
