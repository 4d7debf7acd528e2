// Bundles the script of the console for one language. Console pages import the English texts; here they get those of their
// language.
//
//   main.js    what every page needs; loads nothing else
//   board.js   the first page of caregivers, with the parts of it that other pages use too
//   shared.js  what several of the other pages use
//   *.js       one for each other page, and for each library that a page loads later
//
//   wear.js    the page that makes a phone a wearable, which shares no file with the console
//
// Rolldown, because esbuild makes a file of every set of pages that share a module: 24 of them were needed for the first page.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChunkingContext, InputOptions, OutputChunk, Plugin } from 'rolldown';
import type { Language } from './text/languages.ts';

/** Its texts are generated from English if there is no file of them. */
export type TextFolder = Language | 'pseudo';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const TEXTS = join(HERE, 'text');
const ENGLISH = join(TEXTS, 'en') + sep;
const MAIN = join(HERE, 'main.tsx');
const BOARD = join(HERE, 'pages', 'board.tsx');

/** Writes the files into `folder`/assets, and returns the paths of those that the first page needs. */
export async function bundleScript(
  texts: TextFolder,
  folder: string,
): Promise<{ readonly main: string; readonly board: string }> {
  // Loaded only for a build.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    ...inputOf(texts),
    input: MAIN,
    // Pages import parts of it.
    preserveEntrySignatures: false,
  });
  const nameOf = firstFiles();
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    minify: true,
    entryFileNames: 'assets/[name]-[hash].js',
    chunkFileNames: 'assets/[name]-[hash].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: nameOf, debugName: 'first page', priority: 2 },
        { name: 'shared', minShareCount: 2, priority: 1 },
      ],
    },
  });
  await bundle.close();
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk');
  const fileWith = (module: string): string => {
    const file = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (file === undefined) throw new Error(`no file has ${relative(HERE, module)}`);
    return `/${file.fileName}`;
  };
  return { main: fileWith(MAIN), board: fileWith(BOARD) };
}

/** Bundles a page of its own, `<name>/main.tsx`, as one file, and returns its path. */
export async function bundlePage(name: string, texts: TextFolder, folder: string): Promise<string> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({ ...inputOf(texts), input: { [name]: join(HERE, name, 'main.tsx') } });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    minify: true,
    entryFileNames: 'assets/[name]-[hash].js',
    codeSplitting: false,
  });
  await bundle.close();
  const [{ fileName }] = output;
  return `/${fileName}`;
}

const inputOf = (texts: TextFolder): InputOptions => ({
  cwd: HERE,
  platform: 'browser',
  tsconfig: false,
  transform: { target: 'es2022', jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: texts === 'en' ? [] : [textsIn(texts)],
});

/** Names the file of a module of the first page; null for other modules. */
function firstFiles(): (module: string, context: ChunkingContext) => string | null {
  let files: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (module, context) => {
    const importsOf = (id: string) => context.getModuleInfo(id)?.importedIds ?? [];
    if (files === undefined) {
      files = new Map([
        ['main', reachable(MAIN, importsOf)],
        ['board', reachable(BOARD, importsOf)],
      ]);
    }
    return [...files].find(([, modules]) => modules.has(module))?.[0] ?? null;
  };
}

/** A module and all that it imports statically. */
function reachable(module: string, importsOf: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([module]);
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  return found;
}

/** The prefix of texts that are generated from English. */
const GENERATED = '\0texts:';

const textsIn = (folder: TextFolder): Plugin => ({
  name: `texts in ${folder}`,
  resolveId(source, importer) {
    if (importer === undefined || importer.startsWith(GENERATED) || !source.endsWith('.ts')) return null;
    const english = resolve(dirname(importer), source);
    if (!english.startsWith(ENGLISH)) return null;
    const translated = join(TEXTS, folder, relative(ENGLISH, english));
    if (existsSync(translated)) return translated;
    if (folder !== 'pseudo') throw new Error(`${relative(HERE, translated)} is missing`);
    return GENERATED + english;
  },
  async load(id) {
    if (!id.startsWith(GENERATED)) return null;
    const english = id.slice(GENERATED.length);
    const names = [...(await readFile(english, 'utf8')).matchAll(/^export const (\w+)/gm)];
    const code = [
      `import * as english from ${JSON.stringify(english)};`,
      `import { accented } from ${JSON.stringify(join(TEXTS, 'pseudo', 'accented.ts'))};`,
      ...names.map(([, name]) => `export const ${name} = accented(english.${name});`),
    ].join('\n');
    return { code, moduleType: 'js' };
  },
});
