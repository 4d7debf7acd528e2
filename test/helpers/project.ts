import { join } from 'node:path';

/** Tests run compiled, from a folder of their own, so what belongs to the project is found from where npm started them. */
export const inProject = (...path: string[]): string => join(process.cwd(), ...path);
