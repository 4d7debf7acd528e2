// Compiles src/ and workers/ into dist/, builds the console there, and lays beside them what they read at run time.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
cpSync('sql', 'dist/sql', { recursive: true });
for (const file of ['package.json', 'src/scoring/weights.json']) cpSync(file, `dist/${file}`);
execFileSync('node', ['--import', 'tsx', 'web/build.ts', '--small'], { stdio: 'inherit' });
