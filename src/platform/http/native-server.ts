import type * as uWebSockets from 'uWebSockets.js';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CannotStart, messageOf } from '../errors.ts';

/** Missing from the native module's type declarations. */
interface Undeclared {
  _cfg(option: 'silent'): void;
}

export type NativeServer = typeof uWebSockets & Undeclared;

/**
 * SHA-256 of every binary that may be loaded. uWebSockets.js is not in the npm registry; a third party publishes the
 * package that repackages its binaries. The Linux binaries for Node 20 and 22 have the git ids of the official
 * releases v20.41.0 and v20.64.0.
 */
const HASHES = JSON.parse(readFileSync(new URL('native-binaries.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

let loaded: Promise<NativeServer> | undefined;

/** uWebSockets.js; throws CannotStart if its binary does not run. */
export function loadNativeServer(): Promise<NativeServer> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<NativeServer> {
  // The native code reads it on load: room for a token in a cookie and another in a header.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(16 * 1024);
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(require.resolve('uWebSockets.js'));
    // Replaces the package's own script, which would load any binary.
    const native = require(checkedBinary(folder, BINARY)) as NativeServer;
    // Omits the "uWebSockets" response header, which would name the software to an attacker.
    native._cfg('silent');
    return native;
  } catch (error) {
    throw new CannotStart(explainLoadFailure(error, runtime()), error);
  }
}

const BINARY = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;

/** The path of a binary whose hash matches the release. */
export function checkedBinary(folder: string, name: string): string {
  const file = join(folder, name);
  const expected = HASHES[name];
  if (expected === undefined || !existsSync(file)) throw new Error(`Cannot find module ${name}`);
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (found !== expected) throw new Error(`${file} has been changed: its SHA-256 is ${found}`);
  return file;
}

interface Runtime {
  /** `22.11.0` */
  readonly node: string;
  /** `linux-arm64` */
  readonly platform: string;
  /** Undefined outside Linux, and with another C library. */
  readonly glibc: string | undefined;
}

function runtime(): Runtime {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return {
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    glibc: header?.glibcVersionRuntime,
  };
}

const REMEDY = 'use Node 22 or 24 on a system with glibc 2.38 or newer (Debian 13, Ubuntu 24.04), or Node 20';

/** One line for the operator: the problem with this machine, and the fix. */
export function explainLoadFailure(error: unknown, { node, platform, glibc }: Runtime): string {
  const reason = messageOf(error);
  const needed = /version `GLIBC_([\d.]+)' not found/.exec(reason)?.[1];
  if (needed !== undefined) {
    return `the HTTP server's binary for Node ${node} needs glibc ${needed}, and this system has ${glibc ?? 'an older one'}: ${REMEDY}`;
  }
  if (/Cannot find module .*\.node/.test(reason)) {
    return `the HTTP server has no binary for Node ${node} on ${platform}: ${REMEDY}, on Linux or macOS, x64 or arm64`;
  }
  const lastLine = reason.trim().split('\n').at(-1);
  return `the HTTP server's binary for Node ${node} on ${platform} cannot be loaded (${lastLine}): ${REMEDY}`;
}
