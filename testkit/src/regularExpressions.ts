import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { ROOT } from './runCommand.ts';

export interface RegularExpression {
  /** `server/src/http/routes/webhookRoutes.ts:57`. */
  place: string;
  pattern: string;
  flags: string;
}

/** Where text comes in that strangers have written. */
const FILES = '{contract,server}/src/**/*.ts';
const TESTS = /\.test\.ts$/;
/** In place of what a template inserts: the patterns insert numbers and names. */
const INSERTED = '99';

/**
 * The regular expressions of contract and server, as literals and as texts of `new RegExp`.
 * @throws Error where a pattern is computed, so that no one can read it here
 */
export const regularExpressions = (): RegularExpression[] =>
  globSync(FILES, { cwd: ROOT })
    .filter((file) => !TESTS.test(file))
    .sort()
    .flatMap(expressionsOf);

function expressionsOf(file: string): RegularExpression[] {
  const code = readFileSync(path.join(ROOT, file), 'utf8');
  // Positions count bytes, from the end of what was parsed before.
  const bytes = Buffer.from(code);
  const program = parseSync(code, { syntax: 'typescript' });
  const found: RegularExpression[] = [];
  visit(program, (node) => {
    const lines = bytes
      .subarray(0, (node.span?.start ?? 0) - program.span.start)
      .toString()
      .split('\n').length;
    const place = `${file}:${lines}`;
    if (node.type === 'RegExpLiteral') found.push({ place, pattern: String(node.pattern), flags: String(node.flags) });
    if (node.callee?.value !== 'RegExp') return;
    const [pattern, flags] = (node.arguments ?? []).map(({ expression }) => textOf(expression));
    if (pattern === undefined) throw new Error(`${place}: the pattern is computed, so it cannot be checked`);
    found.push({ place, pattern, flags: flags ?? '' });
  });
  return found;
}

/** What is read of a node of the syntax tree. */
interface SyntaxNode {
  type?: string;
  span?: { start: number };
  pattern?: unknown;
  flags?: unknown;
  value?: unknown;
  callee?: SyntaxNode;
  arguments?: { expression: SyntaxNode }[];
  quasis?: { cooked: string }[];
}

function visit(node: unknown, see: (node: SyntaxNode) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) see(node as SyntaxNode);
  for (const child of Object.values(node)) visit(child, see);
}

/** The text of a literal or of a template. */
function textOf({ type, value, quasis }: SyntaxNode): string | undefined {
  if (type === 'StringLiteral') return String(value);
  return type === 'TemplateLiteral' ? quasis?.map(({ cooked }) => cooked).join(INSERTED) : undefined;
}
