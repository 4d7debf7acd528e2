// After `npm ci`: uWebSockets.js brings 250 MB of binaries for every system and version of Node. This machine needs those of its own
// system and architecture, for the versions of Node that Vigil supports. Without this step (--ignore-scripts) everything works as well.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('node_modules', 'uWebSockets.js');
const supported = Object.keys(JSON.parse(readFileSync('src/platform/http/native-binaries.json', 'utf8')));
const own = new Set(supported.filter((name) => name.startsWith(`uws_${process.platform}_${process.arch}_`)));

for (const name of readdirSync(FOLDER))
  if (name.endsWith('.node') && !own.has(name)) rmSync(join(FOLDER, name));
