import { consolePages, unknownPage } from '../platform/http/pages/console.ts';
import { type ConsoleFiles, readConsole } from '../platform/http/pages/console-files.ts';
import type { Page } from '../platform/http/pages/page.ts';
import type { AppContext, AppModule } from './app-context.ts';
import type { Border } from './border.ts';
import type { Context } from './context.ts';

export interface PageTable {
  readonly pages: readonly Page[];
  readonly unknown: Page | undefined;
}

/** Everything the service serves outside `/api`. */
export function createPageTable(
  modules: readonly AppModule[],
  context: AppContext,
  border: Border,
  consoleFiles: ConsoleFiles | undefined,
): PageTable {
  const pages = modules.flatMap(({ name, pages = [] }) =>
    pages.flatMap((rows) => border.call(name, 'pages', () => rows(context), [])),
  );
  if (consoleFiles === undefined) return { pages, unknown: undefined };
  const usual = () => context.organisation.current().language;
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
