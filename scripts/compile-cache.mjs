// The programs that npm starts, compiled once: a folder for each state of the sources, named after a hash of their content.
// Nothing here may fail a start: without a cache, run.mjs runs the sources.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Everything that is compiled, read at run time, or decides how it is compiled; test/process/compile-cache.test.ts. */
const FOLDERS = ['src', 'workers', 'sql', 'client', 'firmware-sim', 'loadtest', 'web'];
const FILES = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'scripts/bundle.ts',
  'scripts/compile.ts',
  'scripts/run-time-files.ts',
];
/** Lists the files of a folder with their hashes; a folder without it is incomplete. */
const CONTENTS = 'contents.json';
const STAGING = 'new-';
/** Marks a folder that a running process uses. */
const USER = 'used-by-';
const MOST_FOLDERS = 4;
/** The sources may change while they are compiled. */
const ATTEMPTS = 3;
/** Nothing compiles that long: what is left of a killed start. */
const STALE_MS = 600_000;

/** The folder of the compiled programs; compiles them if it is missing or damaged. Throws if that is impossible. */
export function compiledPrograms() {
  let reason;
  for (const cache of caches()) {
    try {
      return fromCache(cache);
    } catch (error) {
      reason ??= error;
    }
  }
  throw reason;
}

/** The first is removed by `npm ci`; the second serves a checkout that this user may not write. Both are private. */
function caches() {
  const own = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return [join(ROOT, 'node_modules', '.cache', 'vigil'), join(own, 'vigil', 'compiled')];
}

function fromCache(cache) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const key = keyOf(cache);
    const folder = join(cache, key);
    // Before the check: a folder in use is not removed.
    markAsUsed(folder);
    if (isWhole(folder)) return folder;
    const made = compile(cache, folder);
    if (keyOf(cache) !== key) {
      remove(made);
      continue;
    }
    putInPlace(made, folder);
    markAsUsed(folder);
    removeOld(cache, key);
    return folder;
  }
  throw new Error('the sources keep changing');
}

/** The paths are compiled in, so that a moved checkout has other keys. */
function keyOf(cache) {
  const hash = createHash('sha256').update([process.version, process.arch, ROOT, cache].join('\0'));
  for (const file of [...FILES.map(inRoot), ...FOLDERS.map(inRoot).flatMap(filesIn)])
    hash.update(`\0${file}\0`).update(contentOf(file));
  return hash.digest('hex').slice(0, 32);
}

const inRoot = (name) => join(ROOT, name);

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

function contentOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return '';
  }
}

function compile(cache, folder) {
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, STAGING));
  try {
    const args = ['--import', 'tsx', join('scripts', 'compile.ts'), made, folder];
    execFileSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
    writeFileSync(join(made, CONTENTS), JSON.stringify(hashesIn(made)));
    // Where packages are found from a folder outside the checkout.
    if (relative(ROOT, cache).startsWith('..'))
      symlinkSync(join(ROOT, 'node_modules'), join(made, 'node_modules'));
    return made;
  } catch (error) {
    remove(made);
    throw error;
  }
}

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

const hashesIn = (folder) =>
  Object.fromEntries(filesIn(folder).map((file) => [relative(folder, file), hashOf(file)]));

/** A power cut can leave files empty, and a person can change them. */
function isWhole(folder) {
  try {
    const hashes = Object.entries(JSON.parse(readFileSync(join(folder, CONTENTS), 'utf8')));
    return hashes.length > 0 && hashes.every(([file, hash]) => hashOf(join(folder, file)) === hash);
  } catch {
    return false;
  }
}

/** Of two starts at the same time, the second uses what the first has made. A damaged folder is replaced. */
function putInPlace(made, folder) {
  try {
    renameSync(made, folder);
  } catch {
    if (isWhole(folder)) return remove(made);
    remove(folder);
    renameSync(made, folder);
  }
}

/** Also removes the marks of processes that have ended. */
function markAsUsed(folder) {
  try {
    const now = new Date();
    utimesSync(folder, now, now);
    for (const pid of usersOf(folder)) if (!isRunning(pid)) rmSync(join(folder, USER + pid), { force: true });
    writeFileSync(join(folder, USER + process.pid), '');
  } catch {
    // It does not exist yet, or this user may not write here and so cannot remove it either.
  }
}

/** Keeps the folders that were used last, and those of running processes, which load parts of them later. */
function removeOld(cache, key) {
  const folders = readdirSync(cache)
    .filter((name) => name !== key)
    .map((name) => ({ name, folder: resolve(cache, name), usedAt: statSync(join(cache, name)).mtimeMs }))
    .sort((one, other) => other.usedAt - one.usedAt);
  const isDead = ({ name, usedAt }) => name.startsWith(STAGING) && Date.now() - usedAt > STALE_MS;
  const old = folders.filter(({ name }) => !name.startsWith(STAGING)).slice(MOST_FOLDERS - 1);
  for (const { folder } of [
    ...folders.filter(isDead),
    ...old.filter(({ folder }) => !usersOf(folder).some(isRunning)),
  ])
    remove(folder);
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true });

const usersOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.startsWith(USER))
    .map((name) => Number(name.slice(USER.length)));

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Of another user.
    return error.code === 'EPERM';
  }
}
