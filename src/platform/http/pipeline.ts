import { AppError, InvalidInput, NotFound } from '../errors.ts';
import { handshakeError } from '../ws/handshake.ts';
import type { Exchange } from './exchange.ts';
import type { RequestHead } from './head.ts';
import { PREFLIGHT_HEADERS } from './origin.ts';
import type { Pages } from './pages/serve.ts';
import type { Route } from './route.ts';
import { type RouteRunDeps, RouteRunner } from './route-runner.ts';
import type { Match, Router } from './router.ts';

interface PipelineDeps extends RouteRunDeps {
  readonly router: Router<Route>;
  /** Handles all paths outside `/api`. */
  readonly pages: Pages;
  /** Paths that reply with 426 to a request without an upgrade. */
  readonly socketPaths: readonly string[];
}

/** Handles every request; docs/contract.md, "Order of checks". */
export class Pipeline {
  readonly #deps: PipelineDeps;
  readonly #runner: RouteRunner;

  constructor(deps: PipelineDeps) {
    this.#deps = deps;
    this.#runner = new RouteRunner(deps);
  }

  /** Never throws: an exception inside a uWebSockets.js callback would end the process. */
  receive(exchange: Exchange): void {
    try {
      this.#dispatch(exchange);
    } catch (error) {
      this.#deps.guards.fail(exchange, error);
    }
  }

  #dispatch(exchange: Exchange): void {
    const { guards, pages } = this.#deps;
    const { head } = exchange;
    if (head.malformed !== undefined) return this.#refuseMalformed(exchange, head.malformed);
    const rejection = guards.admit(exchange);
    if (rejection !== undefined) return guards.fail(exchange, rejection);

    const match = this.#match(head);
    if (head.method === 'OPTIONS')
      return preflight(exchange, match.kind === 'wrong method' ? match.allow : []);
    if (match.kind !== 'route') {
      this.#refuseUnmatched(exchange, match).catch((error: unknown) => guards.fail(exchange, error));
      return;
    }
    if ('page' in match) return pages.serve(exchange, match.page);
    this.#runner.run(exchange, match.route, match.params);
  }

  #match(head: RequestHead) {
    const { router, pages, socketPaths } = this.#deps;
    const match = router.match(head.method, head.path);
    if (match.kind !== 'unknown' || socketPaths.includes(head.path)) return match;
    const page = pages.match(head);
    return page.kind === 'route' ? { kind: page.kind, page } : page;
  }

  /**
   * Replies asynchronously: after an immediate reply, uWebSockets.js would read the remaining bytes as the next
   * request. While a reply is pending, it closes the connection when more bytes arrive.
   */
  #refuseMalformed(exchange: Exchange, reason: string): void {
    const error = new InvalidInput(undefined, reason, 'REQUEST_MALFORMED');
    setImmediate(() => this.#deps.guards.fail(exchange, error, true));
  }

  /** Rejects with 404, 405 or 426. Such requests count toward the global limit, so that it may also be a 429. */
  async #refuseUnmatched(
    exchange: Exchange,
    match: Exclude<Match<Route>, { kind: 'route' }>,
  ): Promise<never> {
    const error =
      match.kind === 'wrong method' ? wrongMethod(exchange, match.allow) : this.#notFound(exchange);
    await this.#deps.guards.countAgainst(exchange, 'global');
    throw error;
  }

  #notFound(exchange: Exchange): AppError {
    const { path, upgrade, webSocketKey } = exchange.head;
    if (!this.#deps.socketPaths.includes(path)) return new NotFound();
    const wantsUpgrade = upgrade !== '' || webSocketKey !== '';
    const error = wantsUpgrade ? handshakeError(exchange) : undefined;
    if (error !== undefined) return error;
    exchange.headers.push(['Upgrade', 'websocket']);
    return new AppError('UPGRADE_REQUIRED', 'This is a WebSocket; ask for an upgrade');
  }
}

function wrongMethod(exchange: Exchange, allow: readonly string[]): AppError {
  const methods = allow.join(', ');
  exchange.headers.push(['Allow', methods]);
  return new AppError('METHOD_NOT_ALLOWED', `Method not allowed; use ${methods}`);
}

function preflight(exchange: Exchange, allow: readonly string[]): void {
  if (allow.length > 0) exchange.headers.push(['Allow', allow.join(', ')]);
  if (exchange.head.origin !== '') exchange.headers.push(...PREFLIGHT_HEADERS);
  exchange.send(204, undefined);
}
