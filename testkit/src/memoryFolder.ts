import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_NEEDED = 1024 ** 3;

/**
 * Returns a folder for databases: in memory where there is enough of it. No test loses the machine's power, so none needs
 * to wait for a disk. Programs may not be allowed to start from there.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize > MEMORY_NEEDED ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}
