import type { Organisation } from '../accounts/organisation.ts';
import { emailPages } from '../accounts/routes/email-pages.ts';
import { phoneHooks } from '../notify/phones/hooks.ts';
import { consolePages, unknownPage } from '../platform/http/pages/console.ts';
import { type ConsoleFiles, readConsole } from '../platform/http/pages/console-files.ts';
import type { Page } from '../platform/http/pages/page.ts';
import { ByPhone } from '../response/by-phone.ts';
import { claimPages } from '../response/claim-page.ts';
import { toldFalls } from '../response/store/told-falls.ts';
import type { Auth } from './accounts.ts';
import type { Alerts } from './alerts.ts';
import { smsLimitsOf } from './channels.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

interface PageDeps {
  readonly storage: Storage;
  readonly organisation: Organisation;
  readonly auth: Auth;
  readonly alerts: Alerts;
  readonly consoleFiles: ConsoleFiles | undefined;
}

interface PageTable {
  readonly pages: readonly Page[];
  readonly unknown: Page | undefined;
}

/** Everything the service serves outside `/api`. */
export function createPageTable(
  { config, metrics, publicUrl, now }: Context,
  {
    storage: { db },
    organisation,
    auth: { emailChanges },
    alerts: { responses, deliveries },
    consoleFiles,
  }: PageDeps,
): PageTable {
  const pages = [
    ...phoneHooks({
      db,
      toldFalls,
      config,
      smsLimits: smsLimitsOf(config),
      publicUrl,
      organisation,
      responder: new ByPhone({ db, responses, now }),
      metrics: metrics.notify,
      onDelivered: deliveries.recordDelivered,
      now,
    }),
    ...claimPages({ db, responses, publicUrl, organisation, now }),
    ...emailPages({ emailChanges, organisation, publicUrl }),
  ];
  if (consoleFiles === undefined) return { pages, unknown: undefined };
  const usual = () => organisation.current().language;
  return {
    pages: [...pages, ...consolePages(consoleFiles, usual)],
    unknown: unknownPage(consoleFiles, usual),
  };
}

/** The API also runs without a console; the page then says why the console is missing. */
export async function openConsole(
  { log }: Context,
  prepared: string | Promise<string> | undefined,
): Promise<ConsoleFiles | undefined> {
  const folder = await prepared;
  const files = folder === undefined ? undefined : await readConsole(folder);
  if (files === undefined) log.info({ folder }, 'console: not built, serving the API only');
  return files;
}
