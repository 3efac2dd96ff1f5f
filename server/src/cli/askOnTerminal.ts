import { createInterface } from 'node:readline';

/** Asks the person at the terminal; no answer, as after Ctrl-C or Ctrl-D, is an empty one. */
export function askOnTerminal(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    reader.on('close', () => resolve(''));
    reader.on('SIGINT', () => reader.close());
    reader.question(question, (answer) => {
      resolve(answer);
      reader.close();
    });
  });
}
