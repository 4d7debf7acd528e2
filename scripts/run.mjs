// Runs a program of the sources: `node scripts/run.mjs src/main.ts [ARGUMENTS]`. It is compiled once for each state of the
// sources (compile-cache.mjs) and then runs in this process, which has its signals and its exit code.
import { spawn } from 'node:child_process';
import nodeModule from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledPrograms, ROOT } from './compile-cache.mjs';

const [node, , program, ...args] = process.argv;
const folder = compiledFolder();
if (folder === undefined) runSources();
else await runCompiled(folder);

function compiledFolder() {
  try {
    return compiledPrograms();
  } catch (error) {
    const [reason] = String(error?.stderr || error?.message)
      .trim()
      .split('\n');
    process.stderr.write(`Starts slowly, because nothing could be compiled ahead: ${reason}\n`);
    return undefined;
  }
}

async function runCompiled(folder) {
  const file = join(folder, program.replace(/\.ts$/, '.js'));
  // Instances (node:cluster) start from it.
  process.argv = [node, file, ...args];
  process.setSourceMapsEnabled(true);
  // From Node 22 on.
  nodeModule.enableCompileCache?.(join(folder, 'v8'));
  await import(pathToFileURL(file).href);
  nodeModule.flushCompileCache?.();
}

/** In a process of its own, because threads take the loader of TypeScript from its command line. */
function runSources() {
  const file = resolve(ROOT, program);
  const child = spawn(node, [...process.execArgv, '--import', import.meta.resolve('tsx'), file, ...args], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
    if (signal === null) process.exitCode = code;
    else process.kill(process.pid, signal);
  });
}
