import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../../languages.ts';

/** A built file of the console: read once, compressed once. */
export interface ConsoleFile {
  /** The path from the root of the site. */
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  readonly profile: 'console' | 'docs' | 'asset';
  readonly bytes: Buffer;
  /** Best first; empty if compression gains nothing. */
  readonly encoded: readonly { readonly encoding: 'br' | 'gzip'; readonly bytes: Buffer }[];
  /** Of a page that exists once for each language. */
  readonly language?: Language | undefined;
}

export interface ConsoleFiles {
  /** The paths that the page itself handles, with `:name` for parameters. */
  readonly paths: readonly string[];
  /** The same page in every language that was built; at least one. */
  readonly pages: readonly [ConsoleFile, ...ConsoleFile[]];
  readonly docs: ConsoleFile;
  /** Pages of their own beside the console, by path: each in every language that was built. */
  readonly ownPages: ReadonlyMap<string, readonly ConsoleFile[]>;
  readonly others: readonly ConsoleFile[];
}

/** `console.json`, which web/build.ts writes last. */
interface Contents {
  readonly paths: readonly string[];
  readonly files: readonly {
    readonly path: string;
    readonly file: string;
    readonly type: string;
    readonly hash: string;
    readonly profile: ConsoleFile['profile'];
    readonly compressed: boolean;
    readonly language?: Language;
  }[];
}

const ENCODINGS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/** Undefined where no console was built. */
export async function readConsole(folder: string): Promise<ConsoleFiles | undefined> {
  const listed = await readFile(join(folder, 'console.json'), 'utf8').catch(() => undefined);
  if (listed === undefined) return undefined;
  const { paths, files } = JSON.parse(listed) as Contents;
  const read = await Promise.all(
    files.map(
      async ({ path, file, type, hash, profile, compressed, language }): Promise<ConsoleFile> => ({
        path,
        type,
        etag: `W/"${hash}"`,
        profile,
        language,
        bytes: await readFile(join(folder, file)),
        encoded: compressed
          ? await Promise.all(
              ENCODINGS.map(async ({ encoding, ending }) => ({
                encoding,
                bytes: await readFile(join(folder, file + ending)),
              })),
            )
          : [],
      }),
    ),
  );
  const [page, ...translated] = read.filter(({ path }) => path === '/');
  const docs = read.find(({ path }) => path === '/docs');
  if (page === undefined || docs === undefined) return undefined;
  const own = read.filter(({ path, language }) => path !== '/' && language !== undefined);
  return {
    paths,
    pages: [page, ...translated],
    docs,
    ownPages: new Map(own.map(({ path }) => [path, own.filter((file) => file.path === path)])),
    others: read.filter((file) => file.language === undefined && file !== page && file !== docs),
  };
}

const refuses = (accepted: string, encoding: string): boolean =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`, 'i').test(accepted);
const names = (accepted: string, encoding: string): boolean =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;|,|$)`, 'i').test(accepted);

/** The smallest encoding that the client accepts. */
export function encodedFor(
  { bytes, encoded }: ConsoleFile,
  accepted: string,
): { readonly encoding?: 'br' | 'gzip'; readonly bytes: Buffer } {
  const found = encoded.find(({ encoding }) => names(accepted, encoding) && !refuses(accepted, encoding));
  return found ?? { bytes };
}

/** RFC 9110, If-None-Match: compared weakly. */
export const isKnownTo = ({ etag }: Pick<ConsoleFile, 'etag'>, ifNoneMatch: string): boolean =>
  ifNoneMatch
    .split(',')
    .some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
