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
  const root = node();
  /** Paths without parameters are found by one look-up: the sensor stream is one of them. */
  const direct = new Map<string, Match>();

  for (const route of routes) {
    const place = placeFor(root, route.path.split('/').slice(1));
    if (place.routes.has(route.method)) throw new Error(`two routes for ${route.method} ${route.path}`);
    place.routes.set(route.method, route);
    if (!route.path.includes(':')) {
      direct.set(`${route.method} ${PREFIX}${route.path}`, { kind: 'route', route, params: NO_PARAMS });
    }
  }

  return {
    match(method, path) {
      const found = direct.get(`${method} ${path}`);
      if (found !== undefined) return found;
      if (!path.startsWith(`${PREFIX}/`)) return UNKNOWN;
      const params: Record<string, string> = {};
      const place = find(root, path.slice(PREFIX.length + 1).split('/'), 0, params);
      if (place === undefined) return UNKNOWN;
      const route = place.routes.get((method === 'HEAD' ? 'GET' : method) as Method);
      return route === undefined
        ? { kind: 'wrong method', allow: allowed(place) }
        : { kind: 'route', route, params };
    },
  };
}

function node(): Node {
  return { literal: new Map(), parameter: undefined, name: '', routes: new Map() };
}

function placeFor(root: Node, segments: readonly string[]): Node {
  let place = root;
  for (const segment of segments) {
    if (segment.startsWith(':')) {
      const name = segment.slice(1);
      place.parameter ??= { ...node(), name };
      // One place holds one value, and a handler asks for it by name.
      if (place.parameter.name !== name)
        throw new Error(`:${name} is called :${place.parameter.name} elsewhere`);
      place = place.parameter;
    } else {
      const next = place.literal.get(segment) ?? node();
      place.literal.set(segment, next);
      place = next;
    }
  }
  return place;
}

function find(
  place: Node,
  segments: readonly string[],
  at: number,
  params: Record<string, string>,
): Node | undefined {
  const segment = segments[at];
  if (segment === undefined) return place.routes.size > 0 ? place : undefined;
  const literal = place.literal.get(segment);
  const found = literal && find(literal, segments, at + 1, params);
  if (found !== undefined || place.parameter === undefined || segment === '') return found;
  params[place.parameter.name] = decode(segment);
  return find(place.parameter, segments, at + 1, params);
}

/** An identifier that cannot be decoded is one that does not exist. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

function allowed(place: Node): string[] {
  const methods: string[] = [...place.routes.keys()];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}
