import { existsSync } from 'node:fs';
import { type Config, describeConfig, readConfig } from './app/config.ts';
import { databaseName } from './app/database-name.ts';
import { differenceToRunning } from './app/running-database.ts';
import { ConfigMistakes } from './platform/config/config.ts';

// Only what is needed is loaded: a check of the configuration needs a tenth of the code.
if (process.argv[2] === '--overview') {
  // Of other installations: the settings of this one do not matter.
  const { runOverview } = await import('./operations/installations/main.ts');
  await runOverview(process.argv.slice(3));
} else {
  const config = configOrExit();
  if (process.argv.includes('--check-config')) {
    const difference = await differenceToRunning(config);
    process.stdout.write(
      `${describeConfig(config)}\nDatabase: ${databaseName(config)}\n${difference === undefined ? '' : `Warning: ${difference}\n`}`,
    );
  } else {
    const { runCommand } = await import('./app/commands.ts');
    await runCommand(config);
  }
}

function configOrExit(): Config {
  if (existsSync('.env')) process.loadEnvFile();
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigMistakes)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
