// After `npm ci`: uWebSockets.js contains 250 MB of binaries for every system and version of Node. This script keeps those of this
// system and architecture for the versions of Node that Vigil supports. The service also works without it (--ignore-scripts).
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('node_modules', 'uWebSockets.js');
const supported = Object.keys(JSON.parse(readFileSync('src/platform/http/native-binaries.json', 'utf8')));
const own = new Set(supported.filter((name) => name.startsWith(`uws_${process.platform}_${process.arch}_`)));

for (const name of readdirSync(FOLDER))
  if (name.endsWith('.node') && !own.has(name)) rmSync(join(FOLDER, name));
