import { readFileSync, statSync } from 'node:fs';
import { InvalidValue } from './values.ts';

const MAX_BYTES = 64 * 1024;

/** docs/configuration.md, "Secrets in files": `JWT_SECRET_FILE` names a file with the value of `JWT_SECRET`. */
export const fileVariableOf = (variable: string): string => `${variable}_FILE`;

/** Throws an InvalidValue that names the file, never its content. */
export function readSecretFile(path: string): string {
  const value = wholeFile(path).trim();
  if (value === '') throw new InvalidValue(`names an empty file: ${path}`);
  return value;
}

function wholeFile(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES) throw new InvalidValue(`names a file of more than ${MAX_BYTES / 1024} KB: ${path}`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof InvalidValue) throw error;
    throw new InvalidValue(
      `names a file that cannot be read: ${path} (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
