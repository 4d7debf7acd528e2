// Builds the console: web/ → dist/web. `npm run build` calls it, and `npm start` when the sources have changed. `--small`
// compresses at the highest level, which takes seconds instead of milliseconds. A folder argument replaces dist/web.
// Each language is a bundle of its own, so that the first load carries one language and texts are plain imports.
// `--pseudo` replaces English by the pseudo-language of tests.
// Rolldown bundles the script (bundle.ts), esbuild the rest. This file is written by hand, because a bundler with plug-ins (Vite)
// would still need it: the list of files with hashes, types and security profiles that the service serves (console.json), and
// precompression.
import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { BuildOptions, Metafile } from 'esbuild';
import { bundlePage, bundleScript, type TextFolder } from './bundle.ts';
import { PATHS } from './paths.ts';
import { document as german } from './text/de/document.ts';
import { language as germanLanguage } from './text/de/language.ts';
import { wear as germanWear } from './text/de/wear.ts';
import { document as english } from './text/en/document.ts';
import { language as englishLanguage } from './text/en/language.ts';
import { wear as englishWear } from './text/en/wear.ts';
import { LANGUAGES, type Language } from './text/languages.ts';
import { accented } from './text/pseudo/accented.ts';
import { language as pseudoLanguage } from './text/pseudo/language.ts';
import type { Texts } from './text/texts.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = resolve(HERE, '..');
export const CONSOLE_FOLDER = join(ROOT, 'dist', 'web');
const CONTENTS = 'console.json';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};
/** Already compressed. */
const INCOMPRESSIBLE = new Set(['.png']);

interface Entry {
  readonly path: string;
  readonly file: string;
  readonly type: string;
  readonly hash: string;
  readonly profile: 'console' | 'docs' | 'asset';
  readonly compressed: boolean;
  /** Of the pages that exist once for each language. */
  readonly language?: Language;
}

interface Edition {
  readonly folder: TextFolder;
  readonly language: typeof englishLanguage;
  readonly document: Texts<typeof english>;
  readonly wear: Texts<typeof englishWear>;
}

const EDITIONS: Readonly<Record<TextFolder, Edition>> = {
  en: { folder: 'en', language: englishLanguage, document: english, wear: englishWear },
  de: { folder: 'de', language: germanLanguage, document: german, wear: germanWear },
  pseudo: {
    folder: 'pseudo',
    language: pseudoLanguage,
    document: accented(english),
    wear: accented(englishWear),
  },
};

const hashOf = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
};

/** Hash of all inputs of the build. */
async function sourcesHash(): Promise<string> {
  const names = [
    ...(await readdir(HERE, { recursive: true, withFileTypes: true })),
    ...(await readdir(join(ROOT, 'client'), { withFileTypes: true })),
  ]
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const files = [...names, join(ROOT, 'package.json')];
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return hashOf(...files.flatMap((file, index) => [relative(ROOT, file), contents[index] ?? '']));
}

const builtFrom = async (folder: string): Promise<string | undefined> => {
  const contents = await readFile(join(folder, CONTENTS), 'utf8').catch(() => undefined);
  return contents === undefined ? undefined : (JSON.parse(contents) as { sources?: string }).sources;
};

/** Safe to run in several processes: each builds in its own folder, and the first to finish wins. */
export async function buildConsole({ small = false, pseudo = false, target = CONSOLE_FOLDER } = {}): Promise<{
  readonly folder: string;
  readonly built: boolean;
}> {
  const sources = `${await sourcesHash()}${pseudo ? '-pseudo' : ''}${small ? '-small' : ''}`;
  const editions = pseudo ? [EDITIONS.pseudo] : LANGUAGES.map((language) => EDITIONS[language]);
  const isFresh = async () => (await builtFrom(target))?.startsWith(sources) ?? false;
  if (await isFresh()) return { folder: target, built: false };
  const tag = `${process.pid}-${randomBytes(4).toString('hex')}`;
  const folder = join(dirname(target), `.web-${tag}`);
  const old = join(dirname(target), `.web-old-${tag}`);
  try {
    await mkdir(folder, { recursive: true });
    await buildInto(folder, sources, editions, small);
    if (!(await isFresh())) {
      await rename(target, old).catch(() => {});
      await rename(folder, target).catch(async (error: unknown) => {
        if (!(await isFresh())) throw error;
      });
    }
    return { folder: target, built: true };
  } finally {
    await Promise.all([folder, old].map((left) => rm(left, { recursive: true, force: true })));
  }
}

async function buildInto(
  folder: string,
  sources: string,
  editions: readonly Edition[],
  small: boolean,
): Promise<void> {
  // Loaded only for a build.
  const { build } = await import('esbuild');
  const options = {
    absWorkingDir: HERE,
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    metafile: true,
    logLevel: 'warning',
  } satisfies BuildOptions;
  const [other, swagger, ...shells] = await Promise.all([
    build({
      ...options,
      entryPoints: [
        'styles/main.css',
        'styles/pages.css',
        'styles/wear.css',
        'docs/docs.ts',
        'docs/docs.css',
      ],
    }),
    copySwagger(folder),
    ...editions.map(async (edition) => ({
      edition,
      script: await bundleScript(edition.folder, folder),
      wear: await bundlePage('wear', edition.folder, folder),
    })),
  ]);
  const outputOf = outputsOf(other.metafile, folder);
  const style = outputOf('styles/main.css');
  await Promise.all([
    ...shells.flatMap(({ edition, script: { main, board }, wear }) => [
      fillIn(folder, join('wear', 'wear.html'), pageName(edition, 'wear'), {
        htmlTag: htmlTag(edition),
        title: edition.wear.title,
        noScript: edition.wear.noScript,
        script: wear,
        style: outputOf('styles/wear.css'),
        manifest: `/${manifestName(edition, 'wear')}`,
      }),
      fillIn(folder, join('wear', 'wear.webmanifest'), manifestName(edition, 'wear'), {
        lang: edition.language.tag,
        dir: edition.language.direction,
        title: edition.wear.title,
      }),
      fillIn(folder, 'index.html', pageName(edition), {
        ...textsOfPage(edition),
        htmlTag: htmlTag(edition),
        script: main,
        board,
        style,
        pageStyle: outputOf('styles/pages.css'),
        manifest: `/${manifestName(edition)}`,
      }),
      fillIn(folder, 'manifest.webmanifest', manifestName(edition), {
        lang: edition.language.tag,
        dir: edition.language.direction,
        description: edition.document.description,
      }),
    ]),
    fillIn(folder, join('docs', 'docs.html'), 'docs.html', {
      ...swagger,
      script: outputOf('docs/docs.ts'),
      style: outputOf('docs/docs.css'),
    }),
    cp(join(HERE, 'icons'), join(folder, 'icons'), { recursive: true }),
    build({
      ...options,
      metafile: false,
      format: 'iife',
      entryPoints: ['worker/service-worker.ts'],
      entryNames: '[name]',
      // Each version changes the service worker's bytes: that is how browsers notice an update.
      define: {
        CONSOLE_VERSION: JSON.stringify(sources),
        CONSOLE_FILES: JSON.stringify(
          Object.fromEntries(
            shells.map(({ edition, script: { main } }) => [edition.language.code, [style, main]]),
          ),
        ),
      },
    }),
  ]);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const entries = await Promise.all(files.map((file) => finish(folder, file, small)));
  await writeFile(join(folder, CONTENTS), JSON.stringify({ sources, paths: PATHS, files: entries }));
}

const pageName = ({ language: { code } }: Edition, page = 'index'): string => `${page}.${code}.html`;
/** Browsers fetch it without cookies, so that each language has its own address. */
const manifestName = ({ language: { code } }: Edition, name = 'manifest'): string =>
  code === LANGUAGES[0] ? `${name}.webmanifest` : `${name}.${code}.webmanifest`;

/** index.html itself is in English, so that it is valid as it stands. */
const HTML_TAG = '<html lang="en" dir="ltr">';
const htmlTag = ({ language: { tag, direction } }: Edition): string =>
  `<html lang="${tag}" dir="${direction}">`;

const textsOfPage = ({ document }: Edition) => ({
  noScript: document.noScript,
  api: document.api('<a href="/api/openapi.json">/api/openapi.json</a>'),
});

const outputsOf =
  ({ outputs }: Metafile, folder: string) =>
  (source: string): string => {
    const match = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
    if (match === undefined) throw new Error(`no output for entry point ${source}`);
    return `/${relative(folder, resolve(HERE, match[0])).split(sep).join('/')}`;
  };

/** Swagger UI is prebuilt; its files get hashed names like ours. */
async function copySwagger(folder: string): Promise<Record<string, string>> {
  const package_ = resolve(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..');
  const copied = await Promise.all(
    ['swagger-ui-bundle.js', 'swagger-ui.css'].map(async (name) => {
      const bytes = await readFile(join(package_, name));
      const path = `assets/${basename(name, extname(name))}-${hashOf(bytes).slice(0, 8)}${extname(name)}`;
      await mkdir(join(folder, 'assets'), { recursive: true });
      await writeFile(join(folder, path), bytes);
      return `/${path}`;
    }),
  );
  return { swaggerScript: copied[0] ?? '', swaggerStyle: copied[1] ?? '' };
}

async function fillIn(
  folder: string,
  template: string,
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const source = await readFile(join(HERE, template), 'utf8');
  const filled = source.replace(HTML_TAG, '%htmlTag%').replaceAll(/%(\w+)%/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${template} has a placeholder without a value: ${name}`);
    return value;
  });
  await writeFile(join(folder, name), filled);
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const QUICK = { brotli: 5, gzip: 6 };
const SMALL = { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION };

async function finish(folder: string, path: string, small: boolean): Promise<Entry> {
  const bytes = await readFile(path);
  const file = relative(folder, path).split(sep).join('/');
  const ending = extname(path);
  const type = TYPES[ending];
  if (type === undefined) throw new Error(`of what type is ${file}?`);
  const compressed = !INCOMPRESSIBLE.has(ending);
  if (compressed) {
    const quality = small ? SMALL : QUICK;
    const [br, gz] = await Promise.all([
      compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality.brotli } }),
      compressGzip(bytes, { level: quality.gzip }),
    ]);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  }
  const [, page = '', code] = /^(\w+)\.(\w+)\.html$/.exec(file) ?? [];
  const language = LANGUAGES.find((known) => known === code);
  return {
    path:
      language !== undefined
        ? page === 'index'
          ? '/'
          : `/${page}`
        : file === 'docs.html'
          ? '/docs'
          : `/${file}`,
    file,
    type,
    hash: hashOf(bytes),
    profile: file.startsWith('assets/') ? 'asset' : file === 'docs.html' ? 'docs' : 'console',
    compressed,
    ...(language !== undefined && { language }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { small: { type: 'boolean', default: false }, pseudo: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const started = performance.now();
  const target = resolve(positionals[0] ?? CONSOLE_FOLDER);
  const { built, folder } = await buildConsole({ ...values, target });
  const ms = Math.round(performance.now() - started);
  console.log(
    built ? `${relative(ROOT, folder)} built in ${ms} ms` : `${relative(ROOT, folder)} is up to date`,
  );
}
