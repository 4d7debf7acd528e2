// Compiles src/ and workers/ into dist/, builds the console there, and copies the files that the service reads at run time.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { layRunTimeFiles } from './run-time-files.ts';

rmSync('dist', { recursive: true, force: true });
execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
layRunTimeFiles('dist');
execFileSync('node', ['--import', 'tsx', 'web/build.ts', '--small'], { stdio: 'inherit' });
