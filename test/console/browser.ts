import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../../loadtest/machine/chromium.ts';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { PASSWORD } from '../helpers/people.ts';
import { checkAccessibility } from './accessibility.ts';

const PATIENCE_MS = 30_000;
/**
 * The browser's log lines for expected replies: no session, not found, or invalid form input; and for the service worker
 * of a service whose certificate it does not trust.
 */
const NO_FAULT =
  /error occurred when fetching the script|Failed to load resource.*\b(400|401|403|404|409|429)\b|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/;

/** An init script: `notes` counts the tones that the page has played. */
export const COUNT_NOTES = `
  globalThis.notes = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    globalThis.notes += 1;
    return start.apply(this, when);
  };
`;

/** Opens the menu of a row, and presses one of its actions. */
export async function chooseAction(within: Locator, action: string): Promise<void> {
  await within.getByRole('button', { name: 'Actions' }).click();
  await within.getByRole('menuitem', { name: action }).click();
}

export interface VisitOptions {
  readonly dark?: boolean;
  /** In CSS pixels; a phone's 390 × 844 or a narrow 320, for instance. */
  readonly width?: number;
  readonly height?: number;
  readonly permissions?: readonly string[];
  /** The browser's language: `de-DE`. */
  readonly locale?: string;
  /** Another origin of the same service, such as a proxy. */
  readonly origin?: string;
  /** Origins that the browser may also ask, such as a provider of single sign-on. */
  readonly otherOrigins?: readonly string[];
}

/** By default with the password of every test user. */
export interface Account {
  readonly email: string;
  readonly password?: string;
}

/** One user's browser window. Any error in its console fails the test that closes it. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Requests to the API since the last call. */
  apiRequests(): string[];
  /** Those of the page that was opened last, without the live socket: the page before may still have been asking. */
  ownRequests(): string[];
  open(path: string): Promise<void>;
  /** Logs in without the form, which test/console/session.browser.ts tests, and opens a page, `/` by default. */
  logIn(who: Account, path?: string): Promise<void>;
  /** Logs in and opens no page. */
  logInByApi(who: Account): Promise<void>;
  /** `artefacts/console/<name>.png`, for review, where `npm run test:console -- --pictures` asks for it. */
  picture(name: string, options?: { readonly fullPage?: boolean }): Promise<void>;
  /** Runs axe and expects no violations; `coloursOnly` after a change of the theme alone. */
  checkAccessibility(coloursOnly?: boolean): Promise<void>;
  /** Expects no horizontal overflow. */
  checkWidth(): Promise<void>;
  close(): Promise<void>;
}

export interface Consoles {
  readonly app: TestApp;
  /** The console's origin: `http://127.0.0.1:…`. */
  readonly origin: string;
  visit(options?: VisitOptions): Promise<Visit>;
  /** Stops the service, runs the callback, and starts the service again at the same address with the same data. */
  withoutService(meanwhile: (other: OtherInstance) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** A service with the same data at another address. */
export type OtherInstance = Pick<TestApp, 'call'>;

/** One for all files of this process: its start takes seconds on a busy machine. */
let browser: Promise<Browser> | undefined;
after(async () => void (await (await browser)?.close()));

/** The real service with the built console, and windows of a browser. */
export async function openConsoles(
  env: Readonly<Record<string, string>> = {},
  consoleFolder = process.env.CONSOLE_FOLDER,
): Promise<Consoles> {
  const { CHROMIUM: executablePath } = process.env;
  assert.ok(executablePath && consoleFolder, 'run these tests by npm run test:console');
  // A fixed port, so that a restarted service has the same address.
  const settings = { PORT: String(await freePort()), ...env };
  const app = await startTestApp(settings, { consoleFolder });
  browser ??= chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const windows = await browser;
  const visits: Visit[] = [];
  const { origin } = new URL(app.url);
  const again = { ...settings, DATABASE_URL: app.databaseUrl };
  let restarted: TestApp | undefined;
  return {
    app,
    origin,
    async visit(options = {}) {
      const visit = await openVisit(windows, options.origin ?? origin, options);
      visits.push(visit);
      return visit;
    },
    async withoutService(meanwhile) {
      await (restarted ?? app).app.close();
      const other = await startTestApp({ ...again, PORT: '0' });
      await meanwhile(other);
      await other.close();
      restarted = await startTestApp(again, { consoleFolder });
    },
    async close() {
      await Promise.all(visits.map(({ context }) => context.close()));
      await restarted?.close();
      await app.close();
    },
  };
}

async function openVisit(browser: Browser, origin: string, options: VisitOptions): Promise<Visit> {
  const { dark = false, width = 1280, height = 900, permissions = [], locale } = options;
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme: dark ? 'dark' : 'light',
    viewport: { width, height },
    permissions: [...permissions],
    timezoneId: 'UTC',
    // A certificate of the service's own, as with TLS_OWN.
    ignoreHTTPSErrors: origin.startsWith('https:'),
    ...(locale !== undefined && { locale }),
    // No animations in screenshots.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreign: string[] = [];
  let requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !NO_FAULT.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  context.on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = [origin, ...(options.otherOrigins ?? [])].includes(url.origin);
    if (!isOwn && !['data:', 'blob:'].includes(url.protocol)) foreign.push(request.url());
    if (url.pathname.startsWith('/api/')) requests.push(`${request.method()} ${url.pathname}${url.search}`);
  });

  const artefacts = join(process.cwd(), 'artefacts', 'console');
  function apiRequests(): string[] {
    const made = requests;
    requests = [];
    return made;
  }
  async function logInByApi({ email, password = PASSWORD }: Account): Promise<void> {
    const answer = await context.request.post('/api/auth/login', { data: { email, password } });
    assert.equal(answer.status(), 200);
  }
  return {
    page,
    context,
    apiRequests,
    ownRequests() {
      const made = apiRequests().filter((request) => !request.includes('/api/live'));
      const first = made.lastIndexOf('GET /api/me');
      assert.ok(first >= 0, `a page asks first who is there: ${made.join(', ')}`);
      return made.slice(first);
    },
    open: async (path) => void (await page.goto(path)),
    async logIn(who, path = '/') {
      await logInByApi(who);
      await page.goto(path);
      await page.locator('#pages').waitFor();
    },
    logInByApi,
    async picture(name, { fullPage = true } = {}) {
      if (process.env.PICTURES !== 'true') return;
      await mkdir(dirname(join(artefacts, name)), { recursive: true });
      await page.screenshot({ path: join(artefacts, `${name}.png`), fullPage });
    },
    checkAccessibility: (coloursOnly) => checkAccessibility(page, coloursOnly),
    async checkWidth() {
      const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(
        '(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)',
      );
      assert.ok(scrollWidth <= clientWidth, `${scrollWidth} px wide in a window of ${clientWidth}`);
    },
    async close() {
      await context.close();
      assert.deepEqual(complaints, []);
      assert.deepEqual(foreign, []);
    },
  };
}
