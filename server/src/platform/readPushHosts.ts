/** A push service that may be contacted. */
export interface PushHost {
  /** In lower case; without the `*.`. */
  name: string;
  /** Whether its subdomains are meant, and not itself. */
  isAnySubdomain: boolean;
  /** Of the operator's own service, which may be in an internal network. */
  port: number | undefined;
}

const ENTRY = /^(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}))?$/;

/** Reads hosts that are separated by commas; `none` is no host, and `wrong` are the entries that are none. */
export function readPushHosts(list: string): { hosts: PushHost[]; wrong: string[] } {
  const entries = list
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim());
  const read = entries.filter((entry) => entry && entry !== 'none').map((entry) => ({ entry, host: readHost(entry) }));
  return {
    hosts: read.flatMap(({ host }) => host ?? []),
    wrong: read.filter(({ host }) => !host).map(({ entry }) => entry),
  };
}

function readHost(entry: string): PushHost | undefined {
  const [found, any, name = '', port] = ENTRY.exec(entry) ?? [];
  // A whole top-level domain would allow anyone's server.
  if (!found || (any && !name.includes('.')) || Number(port ?? 1) > 65_535) return undefined;
  return { name, isAnySubdomain: any !== undefined, port: port === undefined ? undefined : Number(port) };
}

/** The entry that allows this address of a subscription; undefined for one that nothing may be sent to. */
export function findPushHost(hosts: readonly PushHost[], endpoint: string): PushHost | undefined {
  const url = URL.parse(endpoint);
  // Browsers give addresses as URLs are written out: another spelling would make one browser look like two.
  if (url?.protocol !== 'https:' || url.href !== endpoint || url.username || url.password) return undefined;
  // Also with nothing after it, where `hash` is empty.
  if (endpoint.includes('#')) return undefined;
  return hosts.find(
    ({ name, isAnySubdomain, port }) =>
      (isAnySubdomain ? url.hostname.endsWith(`.${name}`) : url.hostname === name) &&
      // Without one in the address it is 443.
      (url.port === '' ? (port ?? 443) === 443 : Number(url.port) === port),
  );
}
