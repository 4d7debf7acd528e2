import { join } from 'node:path';

/** Tests run compiled, from another folder, so files of the project are located relative to npm's working directory. */
export const inProject = (...path: string[]): string => join(process.cwd(), ...path);

/** The programs that test/run.ts compiles beside the tests: they start much faster than from source. */
export const compiled = (path: string): URL => new URL(`../../${path}`, import.meta.url);

export const COMPILED_MAIN = compiled('src/main.js').pathname;
