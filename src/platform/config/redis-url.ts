import { InvalidValue } from './values.ts';

interface Node {
  readonly host: string;
  readonly port: number;
}

interface Login {
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** Where Redis is: one server, the master that Sentinel knows by its name, or a Cluster. */
export type RedisPlace =
  | { readonly kind: 'server'; readonly url: string }
  | {
      readonly kind: 'sentinel';
      readonly sentinels: readonly Node[];
      readonly name: string;
      /** Of Redis. */
      readonly login: Login;
      readonly sentinelLogin: Login;
      readonly isTls: boolean;
    }
  | {
      readonly kind: 'cluster';
      readonly nodes: readonly Node[];
      readonly login: Login;
      readonly isTls: boolean;
    };

const PARTS =
  /^(?<scheme>rediss?)\+(?<kind>sentinel|cluster):\/\/((?<login>[^/?#]*)@)?(?<hosts>[^/?#]*)(?<path>\/[^?#]*)?(?<query>\?[^#]*)?$/;
const SCHEMES = ['redis', 'redis+sentinel', 'redis+cluster'].map(
  (scheme) => `${scheme}:// or ${scheme.replace('redis', 'rediss')}://`,
);
const SENTINEL_PORT = 26_379;
const CLUSTER_PORT = 6_379;

/** Throws InvalidValue, which never repeats a part of the URL: any part may hold a misplaced password. */
export function readRedisUrl(url: string): RedisPlace {
  const parts = PARTS.exec(url)?.groups;
  if (parts === undefined) return { kind: 'server', url: serverUrl(url) };
  const { scheme, kind, login: user = '', hosts = '', path = '', query = '' } = parts;
  const isTls = scheme === 'rediss';
  const login = loginOf(user);
  const nodes = nodesOf(hosts, kind === 'cluster' ? CLUSTER_PORT : SENTINEL_PORT);
  if (kind === 'cluster') {
    if (path.length > 1) throw new InvalidValue('must end after the hosts: a Redis Cluster has one database');
    if (query !== '') throw new InvalidValue('must have no query: a Redis Cluster has one user and password');
    return { kind, nodes, login, isTls };
  }
  const name = decode(path.slice(1));
  if (name === '' || name.includes('/'))
    throw new InvalidValue(
      'must end with the name of the master, such as redis+sentinel://host1:26379,host2:26379/mymaster',
    );
  const { sentinelUsername, sentinelPassword, ...unknown } = parametersOf(query);
  if (Object.keys(unknown).length > 0)
    throw new InvalidValue('may have the query parameters sentinelUsername and sentinelPassword only');
  if (sentinelUsername !== undefined && sentinelPassword === undefined)
    throw new InvalidValue('needs sentinelPassword beside sentinelUsername');
  const sentinelLogin = { username: sentinelUsername, password: sentinelPassword };
  return { kind: 'sentinel', sentinels: nodes, name, login, sentinelLogin, isTls };
}

function serverUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['redis:', 'rediss:'].includes(parsed.protocol))
    throw new InvalidValue(`must be a URL that starts with ${SCHEMES.join(', ')}`);
  if (parsed.hostname.includes(','))
    throw new InvalidValue('has several hosts: start it with redis+sentinel:// or redis+cluster://');
  return url;
}

function nodesOf(hosts: string, defaultPort: number): readonly Node[] {
  return hosts.split(',').map((entry) => {
    const url = `redis://${entry}`;
    const { hostname, port } = URL.canParse(url) ? new URL(url) : { hostname: '', port: '' };
    if (hostname === '')
      throw new InvalidValue(
        'must list its hosts as host1:port,host2:port; percent-encode special characters of the password',
      );
    // Node's sockets take an IPv6 address without brackets.
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) };
  });
}

function loginOf(text: string): Login {
  const [username = '', ...password] = text.split(':');
  return { username: decode(username) || undefined, password: decode(password.join(':')) || undefined };
}

function parametersOf(query: string): Readonly<Record<string, string>> {
  // A plus is a plus, as in the rest of the URL, not a space as in forms.
  return Object.fromEntries(new URLSearchParams(query.replaceAll('+', '%2B')));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidValue('has a % that is not percent-encoding: write it as %25');
  }
}
