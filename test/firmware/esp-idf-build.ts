import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inProject } from '../helpers/project.ts';
import { coreFiles, gcc, inFirmware } from './compiler.ts';

const SHIM = inProject('test', 'firmware', 'esp-idf');
const MAIN = inFirmware('esp-idf', 'main');
const filesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(folder, name));

/** The settings of the example as ESP-IDF would define them, with their defaults or other values. */
function configFlags(settings: Readonly<Record<string, string>>): string[] {
  const kconfig = readFileSync(join(MAIN, 'Kconfig.projbuild'), 'utf8');
  return [...kconfig.matchAll(/config (\w+)\n +(?:int|string) .*\n +default (.+)/g)].map(
    ([, name = '', value]) => `-DCONFIG_${name}=${settings[name] ?? value}`,
  );
}

/** Compiles the ESP32 example on the functions of ESP-IDF that it calls. */
export async function buildEspExample(
  folder: string,
  program: string,
  settings: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<void> {
  const sources = filesOf(MAIN);
  const included = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/#include "(.+?)"/g)]);
  for (const [, name = ''] of included) {
    if (!/^(driver|freertos|esp_|nvs|mqtt_)/.test(name)) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), '#include "shim.h"\n');
  }
  const include = [`-I${folder}`, `-I${SHIM}`, `-I${inFirmware('core')}`];
  const watched = ['-g', '-pthread', '-fsanitize=address,undefined'];
  const flags = ['-std=gnu11', '-Wall', '-Wextra', '-Werror', ...watched, ...configFlags(settings), ...more];
  const libraries = ['-Wl,--wrap=fopen', '-lmosquitto', '-lsodium', '-lcurl', '-lm'];
  const files = [...sources, ...coreFiles, ...filesOf(SHIM)];
  gcc([...flags, ...include, '-o', program, ...files, ...libraries]);
}
