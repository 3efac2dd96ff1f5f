import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

/** The parts of a .cpuprofile that we read. Times are in microseconds. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number } }[];
  samples?: number[];
  timeDeltas?: number[];
}

/** What is not work. */
const IDLE = '(idle)';

/**
 * The time that each function itself took, the longest first, by its name in the source.
 * @param webFolder the build that was profiled, with its source maps
 */
export async function selfTimes(profile: CpuProfile, webFolder: string): Promise<{ name: string; ms: number }[]> {
  const byNode = new Map<number, number>();
  profile.samples?.forEach((id, index) => {
    byNode.set(id, (byNode.get(id) ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1000);
  });
  const maps = new Map<string, ScriptMap | undefined>();
  const byName = new Map<string, number>();
  for (const { id, callFrame } of profile.nodes) {
    const { url } = callFrame;
    if (url && !maps.has(url)) maps.set(url, await readMap(url, webFolder));
    const name = nameOf(callFrame, maps.get(url));
    if (name !== IDLE) byName.set(name, (byName.get(name) ?? 0) + (byNode.get(id) ?? 0));
  }
  return [...byName].map(([name, ms]) => ({ name, ms })).sort((one, other) => other.ms - one.ms);
}

/** The map of a script, and how many lines the build put before what it maps. */
interface ScriptMap {
  map: SourceMap;
  firstLine: number;
}

async function readMap(url: string, webFolder: string): Promise<ScriptMap | undefined> {
  const file = URL.canParse(url) ? join(webFolder, new URL(url).pathname) : '';
  if (!existsSync(`${file}.map`)) return undefined;
  const map = new SourceMap(JSON.parse(await readFile(`${file}.map`, 'utf8')));
  // The hint of web/build/compileHints.ts is a line of its own.
  const hasHint = (await readFile(file, 'utf8')).startsWith('//# ');
  return { map, firstLine: hasHint ? 1 : 0 };
}

function nameOf(
  { functionName, url, lineNumber, columnNumber }: CpuProfile['nodes'][number]['callFrame'],
  script: ScriptMap | undefined,
): string {
  const name = functionName || '(anonymous)';
  if (!url) return name;
  // Empty, or without a source, where the map says nothing.
  const entry = script?.map.findEntry(lineNumber - script.firstLine, columnNumber);
  if (!entry || !('originalSource' in entry) || !entry.originalSource)
    return `${name} ${URL.parse(url)?.pathname ?? url}:${lineNumber + 1}`;
  const source = entry.originalSource.replace(/^.*\/(?:node_modules|web\/src)\//, '');
  // Node's types lack the name.
  const original: unknown = Reflect.get(entry, 'name');
  return `${original ?? name} ${source}:${entry.originalLine + 1}`;
}
