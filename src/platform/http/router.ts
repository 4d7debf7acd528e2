import type { Protocol } from './protocol.ts';
import type { Method } from './route.ts';

/** A row of a table that a path can match. */
interface Routable {
  readonly method: Method;
  /** Below the path of its protocol, or below the router's prefix. */
  readonly path: string;
  readonly protocol?: Pick<Protocol, 'base' | 'skipsEmptySegments'> | undefined;
}

export type Match<R> =
  | { readonly kind: 'route'; readonly route: R; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong method'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown' };

export interface Router<R> {
  match(method: string, path: string): Match<R>;
}

interface Node<R> {
  readonly literal: Map<string, Node<R>>;
  parameter: Node<R> | undefined;
  readonly name: string;
  readonly routes: Map<Method, R>;
}

const API = '/api';
const NO_PARAMS = Object.freeze({});
const UNKNOWN = { kind: 'unknown' } as const;

/**
 * docs/contract.md, "Requests": literal segments win over parameters, so `/patients/me` is never taken for an
 * identifier.
 */
export function createRouter<R extends Routable>(routes: readonly R[], prefix = API): Router<R> {
  const root = emptyNode<R>();
  /** Paths without parameters need one look-up; the sensor stream is one of them. */
  const literalPaths = new Map<string, Match<R>>();

  const lenient: string[] = [];

  for (const route of routes) {
    const base = `${route.protocol?.base}/`;
    if (route.protocol?.skipsEmptySegments && !lenient.includes(base)) lenient.push(base);
    const path = `${route.protocol?.base ?? prefix}${route.path}`;
    const node = nodeFor(root, path.split('/').slice(1));
    if (node.routes.has(route.method)) throw new Error(`two routes for ${route.method} ${path}`);
    node.routes.set(route.method, route);
    if (!route.path.includes(':')) {
      literalPaths.set(`${route.method} ${path}`, { kind: 'route', route, params: NO_PARAMS });
    }
  }

  return {
    match(method, path) {
      const found = literalPaths.get(`${method} ${path}`);
      if (found !== undefined) return found;
      const params: Record<string, string> = {};
      const segments = path.split('/').slice(1);
      const isLenient = lenient.some((base) => path.startsWith(base));
      const node = find(root, isLenient ? segments.filter(Boolean) : segments, 0, params);
      if (node === undefined) return UNKNOWN;
      const route = node.routes.get((method === 'HEAD' ? 'GET' : method) as Method);
      return route === undefined
        ? { kind: 'wrong method', allow: allowed(node) }
        : { kind: 'route', route, params };
    },
  };
}

function emptyNode<R>(): Node<R> {
  return { literal: new Map(), parameter: undefined, name: '', routes: new Map() };
}

function nodeFor<R>(root: Node<R>, segments: readonly string[]): Node<R> {
  let node = root;
  for (const segment of segments) {
    if (segment.startsWith(':')) {
      const name = segment.slice(1);
      node.parameter ??= { ...emptyNode<R>(), name };
      // A node holds one parameter, and the handler reads it by name.
      if (node.parameter.name !== name)
        throw new Error(`:${name} is called :${node.parameter.name} elsewhere`);
      node = node.parameter;
    } else {
      const next = node.literal.get(segment) ?? emptyNode<R>();
      node.literal.set(segment, next);
      node = next;
    }
  }
  return node;
}

function find<R>(
  node: Node<R>,
  segments: readonly string[],
  at: number,
  params: Record<string, string>,
): Node<R> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.routes.size > 0 ? node : undefined;
  const literal = node.literal.get(segment);
  const found = literal && find(literal, segments, at + 1, params);
  if (found !== undefined || node.parameter === undefined || segment === '') return found;
  params[node.parameter.name] = decode(segment);
  return find(node.parameter, segments, at + 1, params);
}

/** An identifier that cannot be decoded does not exist. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

function allowed(node: Node<unknown>): string[] {
  const methods: string[] = [...node.routes.keys()];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}
