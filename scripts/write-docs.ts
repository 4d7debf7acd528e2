// Writes what the documentation repeats of the code, so that it is never typed by hand:
//   npm run docs            writes docs/configuration.md, docs/errors.md, .env.example and the tables of docs/response.md
//   npm run docs -- --check fails if one of them is out of date
import { readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS } from '../src/platform/config/config.ts';
import { ERROR_CODES } from '../src/platform/error-codes.ts';
import { filled, responseTables } from './docs/response-tables.ts';

const rows = Object.values(SETTINGS);

const configuration = `# Configuration

Everything is read from the environment, or from a file \`.env\` in the working folder, once, at start. All mistakes are
reported together and the process exits 1. \`npm run check-config\` prints the effective configuration with secrets masked.

| Variable | Default | Meaning |
|---|---|---|
${rows.map((row) => `| \`${row.env}\` | ${row.shown} | ${row.meaning} |`).join('\n')}
`;

const envExample = `# Copy to .env and uncomment what you want to change. Made from src/platform/config/settings.ts by \`npm run docs\`.
${rows.map((row) => `\n# ${row.meaning}\n# default: ${row.shown}\n#${row.env}=`).join('\n')}
`;

const errors = `# Error codes

Every error answer carries a stable \`code\` beside its status and the English \`error\` text: in the body over HTTP, in \`error\` and
\`assessment\` frames of the live socket, and on \`devices/<MAC>/assessments\` over MQTT. Rely on the code; the text may change. Later
versions may add codes: treat an unknown one as its status says. Made from src/platform/error-codes.ts by \`npm run docs\`.

| Code | Status | Meaning |
|---|---|---|
${Object.entries(ERROR_CODES)
  .map(([code, [status, meaning]]) => `| \`${code}\` | ${status} | ${meaning} |`)
  .join('\n')}
`;

const response = filled(readFileSync('docs/response.md', 'utf8'), responseTables());

const files = {
  'docs/configuration.md': configuration,
  'docs/errors.md': errors,
  '.env.example': envExample,
  'docs/response.md': response,
};
const check = process.argv.includes('--check');
const stale = Object.entries(files).filter(([file, text]) => {
  if (!check) writeFileSync(file, text);
  return check && readFileSync(file, 'utf8') !== text;
});
for (const [file] of stale) console.error(`${file} is out of date: run npm run docs`);
process.exitCode = stale.length > 0 ? 1 : 0;
