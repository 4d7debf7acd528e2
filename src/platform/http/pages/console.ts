import type { ConsoleFile, ConsoleFiles } from './console-files.ts';
import type { Page } from './page.ts';

/**
 * docs/contract.md, "Rate limits": its files do not count toward the limit, since a whole home may share one address.
 */
const servedAt = (path: string, file: ConsoleFile, forBrowsers: boolean): Page => ({
  method: 'GET',
  path,
  limit: 'none',
  forBrowsers,
  handle: () => ({ status: 200, file }),
});

/** One page for all its paths: the browser decides which view to show, so that links and reloads work everywhere. */
export const consolePages = ({ paths, page, docs, others }: ConsoleFiles): readonly Page[] => [
  ...paths.map((path) => servedAt(path, page, true)),
  servedAt('/docs', docs, true),
  ...others.map((file) => servedAt(file.path, file, false)),
];

/** The same page, which then shows "not found". Unlike the console's files, a wrong path counts toward the limit. */
export const unknownPage = ({ page }: ConsoleFiles): Page => ({
  method: 'GET',
  path: '/*',
  limit: 'global',
  handle: () => ({ status: 404, file: page }),
});
