import { cp, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { RUN_TIME_FILES } from './run-time-files.ts';

/** Every app starts it in a thread, which loads a single small file without a source map in half the time. */
const WORKER = 'workers/score-batch.ts';
/** Packages that load native code or files beside themselves. */
const EXTERNAL = [
  'argon2',
  'axe-core',
  'esbuild',
  'piscina',
  'playwright-core',
  'rolldown',
  'tsx',
  'uWebSockets.js',
];

const SOURCES_ONLY = `web${sep}`;

export interface Bundle {
  readonly root: string;
  /** Where the compiled files go. */
  readonly folder: string;
  /** Where they are when they run. */
  readonly place?: string;
  /** The path of each program, and its path in the folder without an ending. */
  readonly programs: Readonly<Record<string, string>>;
  /** `linked`: in files of their own, which only a process with source maps reads. */
  readonly maps: 'inline' | 'linked';
}

/**
 * Bundles programs, the service and the packages they use into few files: a process loads them in a third
 * of the time that hundreds of single modules take. Types are not checked here: `npm run types` does that.
 */
export async function bundle({ root, folder, place = folder, programs, maps }: Bundle): Promise<void> {
  const common = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    logLevel: 'warning',
  } as const;
  const buildWorker = build({
    ...common,
    entryPoints: [{ in: WORKER, out: withoutEnding(WORKER) }],
    plugins: [keepPlaces(root, place)],
  });
  const buildPrograms = build({
    ...common,
    entryPoints: Object.entries(programs).map(([path, out]) => ({ in: path, out })),
    chunkNames: 'parts/[name]-[hash]',
    splitting: true,
    sourcemap: maps,
    sourcesContent: false,
    // CommonJS packages load Node's own modules with it.
    banner: {
      js: "import { createRequire as vigilRequire } from 'node:module'; const require = vigilRequire(import.meta.url);",
    },
    plugins: [keepPlaces(root, place), leavePackagesOutOfMaps()],
  });
  await Promise.all([buildWorker, buildPrograms]);
  for (const file of RUN_TIME_FILES) await cp(join(root, file), join(folder, file), { recursive: true });
}

/** Programs at the same place in the folder as in the project. */
export const inPlace = (paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, withoutEnding(path)]));

const withoutEnding = (path: string): string => path.replace(/\.ts$/, '');

/**
 * A module that looks for files beside itself finds them where it would lie if it had been compiled
 * separately. The builder of the console reads its sources.
 */
function keepPlaces(root: string, folder: string): Plugin {
  return {
    name: 'keep-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const file = relative(root, path);
        const place = pathToFileURL(
          file.startsWith(SOURCES_ONLY) ? path : join(folder, `${withoutEnding(file)}.js`),
        );
        return { contents: source.replaceAll('import.meta.url', JSON.stringify(place.href)), loader: 'ts' };
      });
    },
  };
}

/**
 * An empty source map: with the packages in it, each process would take a second to read the map for one
 * stack trace.
 */
const NO_MAP = Buffer.from(JSON.stringify({ version: 3, sources: [''], mappings: 'A' })).toString('base64');

function leavePackagesOutOfMaps(): Plugin {
  return {
    name: 'leave-packages-out-of-maps',
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]node_modules[/\\].*\.[cm]?js$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const map = `\n//# sourceMappingURL=data:application/json;base64,${NO_MAP}`;
        return { contents: source + map, loader: 'js' };
      });
    },
  };
}
