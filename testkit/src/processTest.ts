import { expect } from 'vitest';
import { makeProcessPlace, type ProcessPlace, type ServerProcess, spawnServer } from './serverProcess.ts';

/** Starts processes of the server for the tests of a file, which have no data and settings in common. */
export interface ProcessTest {
  place: ProcessPlace;
  start(env: Record<string, string>, options?: Parameters<typeof spawnServer>[2]): Promise<ServerProcess>;
  /** Starts a server that must fail to start. @returns its output */
  refusedStart(env: Record<string, string>): Promise<string>;
  /** Ends the processes that a test has started. */
  endAll(): Promise<void>;
}

export async function makeProcessTest(): Promise<ProcessTest> {
  const place = await makeProcessPlace();
  const started: ServerProcess[] = [];
  const start: ProcessTest['start'] = async (env, options) => {
    const server = await spawnServer(place, env, options);
    started.push(server);
    return server;
  };
  return {
    place,
    start,
    refusedStart: async (env) => {
      const server = await start(env);
      expect(await server.exited).toBe(1);
      expect(server.output()).not.toMatch(/^\s+at |node:internal|Error:/m);
      return server.output().trim();
    },
    endAll: async () => {
      for (const server of started.splice(0)) {
        server.kill('SIGKILL');
        await server.exited;
      }
    },
  };
}
