import { join } from 'node:path';
import { coreFiles, gcc, inFirmware, STRICT } from './compiler.ts';

/** Halves the time of the compiler. */
export const WITHOUT_SANITIZERS = '-fno-sanitize=all';
/** With a file of these lines, and for the linker: a version that never sends a reading. */
export const SILENT = `void __wrap_vigil_add(void *, const void *);
void __wrap_vigil_add(void *w, const void *r) { (void)w, (void)r; }`;
/** The flags of a version that never sends a reading, and has little time; `file` has the lines of SILENT. */
export const silentFlags = (file: string): string[] => [
  ...['-Wl,--wrap=vigil_add', file],
  ...['-DVIGIL_TRIAL_MS=500', WITHOUT_SANITIZERS],
];

/** Compiles the Linux example as this version; the path of the program. */
export function buildLinuxExample(
  folder: string,
  { version, key, flags = [] }: { version: string; key: string; flags?: readonly string[] },
): string {
  const program = join(folder, `wearable-${version}`);
  const built = [`-DVIGIL_FIRMWARE_VERSION="${version}"`, `-DVIGIL_FIRMWARE_KEY="${key}"`, ...flags];
  const sources = ['wearable.c', 'updates.c'].map((name) => inFirmware('posix', name));
  const watched = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all', '-pthread'];
  const files = [...sources, ...coreFiles];
  const libraries = ['-lmosquitto', '-lsodium', '-lcurl', '-lm'];
  gcc(['-std=c11', ...STRICT, ...watched, '-o', program, ...built, ...files, ...libraries]);
  return program;
}
