import type { Method, Route } from './route.ts';

export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong method'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown' };

export interface Router {
  match(method: string, path: string): Match;
}

interface Node {
  readonly literal: Map<string, Node>;
  parameter: Node | undefined;
  readonly name: string;
  readonly routes: Map<Method, Route>;
}

const PREFIX = '/api';
const NO_PARAMS = Object.freeze({});
const UNKNOWN: Match = { kind: 'unknown' };

/** Literal words win over parameters, so `/patients/me` is never taken for an identifier (contract, section 1). */
export function createRouter(routes: readonly Route[]): Router {
  const root = emptyNode();
  /** Paths without parameters take one look-up: the sensor stream is one of them. */
  const literalPaths = new Map<string, Match>();

  for (const route of routes) {
    const node = nodeFor(root, route.path.split('/').slice(1));
    if (node.routes.has(route.method)) throw new Error(`two routes for ${route.method} ${route.path}`);
    node.routes.set(route.method, route);
    if (!route.path.includes(':')) {
      literalPaths.set(`${route.method} ${PREFIX}${route.path}`, { kind: 'route', route, params: NO_PARAMS });
    }
  }

  return {
    match(method, path) {
      const found = literalPaths.get(`${method} ${path}`);
      if (found !== undefined) return found;
      if (!path.startsWith(`${PREFIX}/`)) return UNKNOWN;
      const params: Record<string, string> = {};
      const node = find(root, path.slice(PREFIX.length + 1).split('/'), 0, params);
      if (node === undefined) return UNKNOWN;
      const route = node.routes.get((method === 'HEAD' ? 'GET' : method) as Method);
      return route === undefined
        ? { kind: 'wrong method', allow: allowed(node) }
        : { kind: 'route', route, params };
    },
  };
}

function emptyNode(): Node {
  return { literal: new Map(), parameter: undefined, name: '', routes: new Map() };
}

function nodeFor(root: Node, segments: readonly string[]): Node {
  let node = root;
  for (const segment of segments) {
    if (segment.startsWith(':')) {
      const name = segment.slice(1);
      node.parameter ??= { ...emptyNode(), name };
      // One node holds one value, and a handler asks for it by name.
      if (node.parameter.name !== name)
        throw new Error(`:${name} is called :${node.parameter.name} elsewhere`);
      node = node.parameter;
    } else {
      const next = node.literal.get(segment) ?? emptyNode();
      node.literal.set(segment, next);
      node = next;
    }
  }
  return node;
}

function find(
  node: Node,
  segments: readonly string[],
  at: number,
  params: Record<string, string>,
): Node | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.routes.size > 0 ? node : undefined;
  const literal = node.literal.get(segment);
  const found = literal && find(literal, segments, at + 1, params);
  if (found !== undefined || node.parameter === undefined || segment === '') return found;
  params[node.parameter.name] = decode(segment);
  return find(node.parameter, segments, at + 1, params);
}

/** An identifier that cannot be decoded is one that does not exist. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

function allowed(node: Node): string[] {
  const methods: string[] = [...node.routes.keys()];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}
