import { createInterface } from 'node:readline';

/** Asks a question on the terminal. Ctrl-C and Ctrl-D count as an empty answer. */
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
