import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/* Loaded by the measured nodes: SIGUSR2 collects all garbage, so that memory can be compared. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => collect());
