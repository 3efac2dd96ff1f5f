import type { Plugin } from 'vite';

/** What of a call's definition the server alone reads. A client checks its forms with their own schemas. */
const SERVER_PARTS = ['summary', 'query', 'body', 'status', 'limits', 'revalidated', 'stepUp'];
const DEFINITION = /\b(\w+) = defineCall\(/g;
const CONTRACT = /\/contract\/src\/.*\.ts$/;
const APP = /\/(?:client|web|console)\/src\/.*\.tsx?$/;

/** The used part of a parsed file. */
interface Node {
  type: string;
  start: number;
  end: number;
  callee?: { name?: string };
  arguments?: Node[];
  properties?: (Node & { key?: { name?: string } })[];
}

/** Leaves the server's parts of the contract's calls out of an app. The build fails where the app reads one. */
export function clientCalls(): Plugin {
  return {
    name: 'client-calls',
    apply: 'build',
    transform: {
      // After the types are gone.
      order: 'post',
      filter: { id: CONTRACT, code: DEFINITION },
      handler(code) {
        const kept = withoutServerParts(code, this.parse(code));
        return { code: kept, map: null };
      },
    },
    buildEnd(error) {
      if (error) return;
      const codeOf = (files: RegExp) =>
        [...this.getModuleIds()].filter((id) => files.test(id)).map((id) => [id, this.getModuleInfo(id)?.code ?? '']);
      const calls = codeOf(CONTRACT).flatMap(([, code = '']) => [...code.matchAll(DEFINITION)].map(([, name]) => name));
      const problems = codeOf(APP).flatMap(([id, code = '']) =>
        readServerParts(code, calls).map((part) => `${id} reads ${part}, which the build leaves out of an app.`),
      );
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
  };
}

/** The server's parts of these calls that the code reads. An app reads answers by `read`. */
export const readServerParts = (code: string, calls: readonly (string | undefined)[]): string[] =>
  code.match(new RegExp(`\\b(?:${calls.join('|')})\\.(?:${SERVER_PARTS.join('|')}|answer)\\b`, 'g')) ?? [];

/** @param program the parsed code */
export function withoutServerParts(code: string, program: unknown): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of serverParts(program)) {
    kept += code.slice(from, start);
    // With its comma.
    from = code.startsWith(',', end) ? end + 1 : end;
  }
  return kept + code.slice(from);
}

/** The properties to leave out, in their order. */
function serverParts(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee, arguments: [parts] = [] } = node as Node;
  if (type !== 'CallExpression' || callee?.name !== 'defineCall') {
    return Object.values(node).flatMap(serverParts);
  }
  const properties = parts?.properties ?? [];
  const names = properties.map(({ key }) => key?.name ?? '');
  // The client reads with `read`, where that is more tolerant.
  const left = names.includes('read') ? [...SERVER_PARTS, 'answer'] : SERVER_PARTS;
  return properties.filter((_, index) => left.includes(names[index] ?? ''));
}
