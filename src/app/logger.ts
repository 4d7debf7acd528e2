import { type DestinationStream, pino } from 'pino';

type Output = 1 | 2;

/** Writes one JSON object per line; on a terminal, human-readable lines. */
export async function createLogger({ level, to = 1 }: { readonly level: string; readonly to?: Output }) {
  const options = { level, base: null, redact: ['req', 'headers', 'password', 'token'] };
  const stream = to === 1 ? process.stdout : process.stderr;
  return pino(options, stream.isTTY ? await readableLines(to) : pino.destination(to));
}

async function readableLines(to: Output): Promise<DestinationStream> {
  const { build } = await import('pino-pretty');
  // Writes synchronously, so that the last line is written when the process exits.
  return build({
    destination: to,
    sync: true,
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    ignore: 'pid',
  });
}
