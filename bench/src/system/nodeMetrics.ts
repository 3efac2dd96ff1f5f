/** What a node reports of itself at `/metrics`, by name and labels. Each reading begins the event loop's figures anew. */
export async function nodeMetrics(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return new Map(
    text.split('\n').flatMap((line): [string, number][] => {
      const [, name, value] = /^([a-z]\S*) (\S+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, Number(value)]];
    }),
  );
}
