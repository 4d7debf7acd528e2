import { join } from 'node:path';

/** Tests run compiled, from a folder of their own, so what belongs to the project is found from where npm started them. */
export const inProject = (...path: string[]): string => join(process.cwd(), ...path);

/** What test/bundle.ts keeps as a program beside the tests: it starts in a fraction of the time that the sources take. */
export const compiled = (path: string): URL => new URL(`../../${path}`, import.meta.url);

export const COMPILED_MAIN = compiled('src/main.js').pathname;
