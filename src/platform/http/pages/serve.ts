import { AppError, Forbidden } from '../../errors.ts';
import { LANGUAGES, type Language } from '../../languages.ts';
import type { AuditTrail } from '../audit.ts';
import { recordRefusal } from '../audit-lines.ts';
import type { Exchange } from '../exchange.ts';
import type { RequestHead } from '../head.ts';
import { languageOf } from '../languages.ts';
import type { RequestGuards } from '../request-guards.ts';
import type { RecordAuditLine } from '../route.ts';
import { createRouter, type Match } from '../router.ts';
import { type ConsoleFile, encodedFor, isKnownTo } from './console-files.ts';
import { html, layout } from './html.ts';
import type { Page, PageReply } from './page.ts';
import { errorText, pageTexts } from './texts/index.ts';

interface PageDeps {
  readonly pages: readonly Page[];
  /** For unknown paths. */
  readonly unknown: Page | undefined;
  /** Of readers who are not known. */
  readonly usualLanguage: () => Language;
  readonly guards: RequestGuards;
  readonly audit: AuditTrail;
}

export interface Pages {
  match(head: RequestHead): Match<Page>;
  serve(exchange: Exchange, match: Extract<Match<Page>, { kind: 'route' }>): void;
}

const FORM_BYTES = 4_096;
/** An SMS of ten segments in percent-encoding, and the fields beside it. */
const HOOK_BYTES = 32_768;
/** API clients name JSON in `Accept` without `text/html`; browsers always include `text/html`. */
const NO_BROWSER = /^(?!.*text\/html).*json/i;
/** Paths that programs call: an unknown one is an error, not a page. */
const API = /^\/(?:api|fhir)(?:\/|$)/;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Pages beside the API: the same guards, but replies and errors are HTML. */
export function createPages({ pages, unknown, usualLanguage, guards, audit }: PageDeps): Pages {
  const router = createRouter(pages, '');

  async function perform(
    exchange: Exchange,
    { route: page, params }: Extract<Match<Page>, { kind: 'route' }>,
    body: Buffer | AppError | undefined,
  ): Promise<void> {
    const caller = { ip: guards.addressOf(exchange), requestId: exchange.requestId };
    if (page.limit !== 'none') await guards.countAgainst(exchange, page.limit);
    if (body instanceof AppError) throw body;
    if (!page.isHook) requireForm(exchange, body);
    const record: RecordAuditLine = (line) => void audit.recordAuditLine({ ...line, ...caller });
    try {
      send(
        exchange,
        await page.handle({ head: exchange.head, params, form: formIn(exchange, body), record }),
      );
    } catch (error) {
      if (error instanceof Forbidden && !page.isHook)
        recordRefusal(audit, `${page.method} ${page.path}`, error, { caller });
      throw error;
    }
  }

  function send(exchange: Exchange, given: PageReply): void {
    if ('file' in given) return sendFile(exchange, given.status, given.file);
    if ('xml' in given) return exchange.send(given.status, Buffer.from(given.xml), { as: 'xml' });
    if ('text' in given) return exchange.send(given.status, Buffer.from(given.text), { as: 'text' });
    if ('css' in given) return exchange.send(given.status, Buffer.from(given.css), { as: 'css' });
    exchange.send(given.status, Buffer.from(given.html.text), { as: 'html' });
  }

  function fail(exchange: Exchange, page: Page, error: unknown): void {
    if (page.isHook) return guards.fail(exchange, error);
    const { status, code } = guards.failureOf(exchange, error);
    const language = languageOf(exchange.head, LANGUAGES) ?? usualLanguage();
    const body = html`<p>${pageTexts(language).canClose}</p>`;
    send(exchange, { status, html: layout(language, errorText(language, code), body) });
  }

  return {
    match(head) {
      const found = router.match(head.method, head.path);
      if (found.kind === 'route' && found.route.forBrowsers && NO_BROWSER.test(head.accept)) return UNKNOWN;
      if (found.kind !== 'unknown' || unknown === undefined) return found;
      const isPage = READING.has(head.method) && !API.test(head.path) && !NO_BROWSER.test(head.accept);
      return isPage ? { kind: 'route', route: unknown, params: {} } : UNKNOWN;
    },
    serve(exchange, match) {
      const finish = (body?: Buffer | AppError) =>
        void perform(exchange, match, body).catch((error: unknown) => fail(exchange, match.route, error));
      if (match.route.method === 'GET') finish();
      else exchange.readBody(match.route.isHook ? HOOK_BYTES : FORM_BYTES, finish);
    },
  };
}

const READING = new Set(['GET', 'HEAD']);
const UNKNOWN = { kind: 'unknown' } as const;

/** The language of the page depends on the cookie and the browser. */
const VARIES = 'Accept-Encoding, Accept-Language, Cookie';

function sendFile(exchange: Exchange, status: number, file: ConsoleFile): void {
  const { head, headers } = exchange;
  headers.push(['ETag', file.etag], ['Vary', file.language === undefined ? 'Accept-Encoding' : VARIES]);
  if (file.language !== undefined) headers.push(['Content-Language', file.language]);
  if (status === 200 && isKnownTo(file, head.ifNoneMatch))
    return exchange.send(304, undefined, { as: file.profile });
  const { encoding, bytes } = encodedFor(file, head.acceptEncoding);
  headers.push(['Content-Type', file.type]);
  if (encoding !== undefined) headers.push(['Content-Encoding', encoding]);
  exchange.send(status, bytes, { as: file.profile });
}

const formIn = ({ head }: Exchange, body: Buffer | undefined): URLSearchParams =>
  new URLSearchParams(body !== undefined && FORM_TYPE.test(head.contentType) ? body.toString('utf8') : '');

/**
 * The content type of a plain form. A page of another origin cannot send JSON without a preflight, and no JSON is
 * accepted here.
 */
function requireForm({ head }: Exchange, body: Buffer | undefined): void {
  if (body === undefined || (body.length === 0 && head.contentType === '')) return;
  if (!FORM_TYPE.test(head.contentType))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This page takes forms alone');
}
