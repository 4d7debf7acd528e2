// Compiles the programs that npm starts: `node --import tsx scripts/compile.ts FOLDER PLACE`, where PLACE is the folder's
// path when it is complete (compile-cache.mjs).
import { fileURLToPath } from 'node:url';
import { bundle, inPlace } from './bundle.ts';

const PROGRAMS = ['src/main.ts', 'firmware-sim/main.ts', 'firmware-sim/demo.ts', 'web/build.ts'];

const [, , folder, place] = process.argv;
if (folder === undefined || place === undefined) throw new Error('usage: compile.ts FOLDER PLACE');
await bundle({
  root: fileURLToPath(new URL('..', import.meta.url)),
  folder,
  place,
  programs: inPlace(PROGRAMS),
  maps: 'linked',
});
