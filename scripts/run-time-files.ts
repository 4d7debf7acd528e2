import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** Files that the compiled service reads at run time, and the compiler does not write. */
export const RUN_TIME_FILES = [
  'sql',
  'package.json',
  'src/readings/scoring/weights.json',
  'src/readings/scoring/verify-weights.json',
  'src/falls/reports/evaluation.json',
  'src/platform/http/native-binaries.json',
];

/** Copies them into the folder of a compiled service. */
export function layRunTimeFiles(folder: string): void {
  for (const file of RUN_TIME_FILES) cpSync(file, join(folder, file), { recursive: true });
}
