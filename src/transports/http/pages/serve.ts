import { AppError, Forbidden } from '../../../errors.ts';
import type { AuditTrail } from '../../../storage/audit.ts';
import { recordRefusal } from '../audit-lines.ts';
import type { Exchange } from '../exchange.ts';
import type { RequestGuards } from '../request-guards.ts';
import type { RecordAuditLine } from '../route.ts';
import { createRouter, type Match } from '../router.ts';
import { html, layout } from './html.ts';
import type { Page, PageAnswer } from './page.ts';

export interface PageParts {
  readonly pages: readonly Page[];
  readonly guards: RequestGuards;
  readonly audit: AuditTrail;
}

export interface Pages {
  match(method: string, path: string): Match<Page>;
  serve(exchange: Exchange, match: Extract<Match<Page>, { kind: 'route' }>): void;
}

const FORM_BYTES = 4_096;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** What stands beside the API: the same guards, but answers and errors are pages. */
export function createPages({ pages, guards, audit }: PageParts): Pages {
  const router = createRouter(pages, '');

  async function perform(
    exchange: Exchange,
    { route: page, params }: Extract<Match<Page>, { kind: 'route' }>,
    body: Buffer | AppError | undefined,
  ): Promise<void> {
    const caller = { ip: guards.addressOf(exchange), requestId: exchange.requestId };
    if (page.limit !== 'none') await guards.countAgainst(exchange, page.limit);
    if (body instanceof AppError) throw body;
    requireForm(exchange, body);
    const record: RecordAuditLine = (line) => void audit.recordAuditLine({ ...line, ...caller });
    try {
      answer(exchange, await page.handle({ params, record }));
    } catch (error) {
      if (error instanceof Forbidden) recordRefusal(audit, `${page.method} ${page.path}`, error, { caller });
      throw error;
    }
  }

  function answer(exchange: Exchange, given: PageAnswer): void {
    if ('css' in given) return exchange.send(given.status, Buffer.from(given.css), { as: 'css' });
    exchange.send(given.status, Buffer.from(given.html.text), { as: 'html' });
  }

  function fail(exchange: Exchange, error: unknown): void {
    const { status, message } = guards.failureOf(exchange, error);
    answer(exchange, { status, html: layout(message, html`<p>You can close this page.</p>`) });
  }

  return {
    match: router.match,
    serve(exchange, match) {
      const finish = (body?: Buffer | AppError) =>
        void perform(exchange, match, body).catch((error: unknown) => fail(exchange, error));
      if (match.route.method === 'GET') finish();
      else exchange.readBody(FORM_BYTES, finish);
    },
  };
}

/** What a plain form sends. A page of another origin cannot send JSON unasked, and none is understood here. */
function requireForm({ head }: Exchange, body: Buffer | undefined): void {
  if (body === undefined || (body.length === 0 && head.contentType === '')) return;
  if (!FORM_TYPE.test(head.contentType)) throw new AppError(415, 'This page takes forms alone');
}
