// Generates the parts of the documentation that repeat the code:
//   npm run docs            writes docs/configuration.md, docs/errors.md, .env.example and the tables of docs/response.md
//   npm run docs -- --check fails if one of them is out of date
import { readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS } from '../src/app/config.ts';
import { ERROR_CODES } from '../src/platform/error-codes.ts';
import { filled, responseTables } from './docs/response-tables.ts';

const configuration = `# Configuration

Vigil reads its settings once, at start, from the environment or from a file \`.env\` in the working directory. It reports all invalid
settings together and exits with 1. \`npm run check-config\` prints the effective configuration with masked secrets.

| Variable | Default | Meaning |
|---|---|---|
${SETTINGS.map((row) => `| \`${row.env}\` | ${row.shown} | ${row.meaning} |`).join('\n')}

## Secrets in files

Each of these settings can come from a file instead, as Docker, Kubernetes and systemd provide secrets: add \`_FILE\` to its name and
set the path, such as \`JWT_SECRET_FILE=/run/secrets/jwt_secret\`. Vigil reads the file at start and ignores spaces and line
breaks around the value. Set the variable or the file, not both.

${SETTINGS.filter(({ secret }) => secret === true)
  .map(({ env }) => `\`${env}\``)
  .join(', ')}

## TLS to the database

\`sslmode\` in \`DATABASE_URL\` says how Vigil connects to PostgreSQL. Set \`verify-full\`, unless the database is on the same machine
or in a private network of containers.

| \`sslmode\` | Connection |
|---|---|
| none, \`disable\` | without TLS |
| \`verify-full\` | TLS; the certificate must be valid for the host name |
| \`prefer\`, \`require\`, \`verify-ca\` | as \`verify-full\`, with a warning at start: unlike other clients, Vigil does not accept any certificate |
| \`no-verify\` | TLS with any certificate, which does not stop an attacker in between |

\`sslrootcert=/path/ca.pem\` names the authority of your database server if it is a private one. \`sslcert\` and \`sslkey\` name a client
certificate. Example: \`postgres://vigil@db.example.org/vigil?sslmode=verify-full&sslrootcert=/etc/vigil/db-ca.pem\`
`;

const envExample = `# Copy this file to .env and uncomment the settings that you want to change. Generated from the modules' settings.ts by \`npm run docs\`.
${SETTINGS.map((row) => `\n# ${row.meaning}\n# default: ${row.shown}\n#${row.env}=`).join('\n')}
`;

const errors = `# Error codes

Every error has a stable \`code\` beside its status and the English \`error\` text: in the body over HTTP, in \`error\` and \`assessment\` frames
of the live socket, and on \`devices/<MAC>/assessments\` over MQTT. Rely on the code; the text may change. Later versions may add codes:
handle an unknown code by its status. \`npm run docs\` generates this page from src/platform/error-codes.ts.

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
