import type { Language } from '../../languages.ts';
import { languageOf } from '../languages.ts';
import type { ConsoleFile, ConsoleFiles } from './console-files.ts';
import type { Page } from './page.ts';

/**
 * docs/contract.md, "Rate limits": its files do not count toward the limit, since a whole home may share one address.
 */
const servedAt = (path: string, handle: Page['handle'], forBrowsers: boolean): Page => ({
  method: 'GET',
  path,
  limit: 'none',
  forBrowsers,
  handle,
});

const always =
  (file: ConsoleFile): Page['handle'] =>
  () => ({ status: 200, file });

/** docs/home.md, "Languages": the page in the reader's language. `usual` is the organisation's. */
const inTheirLanguage =
  (pages: readonly ConsoleFile[], usual: () => Language, status: number): Page['handle'] =>
  ({ head }) => {
    const built = pages.flatMap(({ language }) => language ?? []);
    const language = languageOf(head, built) ?? usual();
    const file = pages.find((page) => page.language === language) ?? pages[0];
    if (file === undefined) throw new Error('a page without a file');
    return { status, file };
  };

/** One page for all its paths: the browser decides which view to show, so that links and reloads work everywhere. */
export const consolePages = (files: ConsoleFiles, usual: () => Language): readonly Page[] => [
  ...files.paths.map((path) => servedAt(path, inTheirLanguage(files.pages, usual, 200), true)),
  ...[...files.ownPages].map(([path, pages]) => servedAt(path, inTheirLanguage(pages, usual, 200), true)),
  servedAt('/docs', always(files.docs), true),
  ...files.others.map((file) => servedAt(file.path, always(file), false)),
];

/** The same page, which then shows "not found". Unlike the console's files, a wrong path counts toward the limit. */
export const unknownPage = (files: ConsoleFiles, usual: () => Language): Page => ({
  method: 'GET',
  path: '/*',
  limit: 'global',
  handle: inTheirLanguage(files.pages, usual, 404),
});
