/** How many requests the server is working on. */
export async function countUnderWay(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^http_requests_under_way (\d+)/m.exec(metrics)?.[1]);
}
