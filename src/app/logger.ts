import { type DestinationStream, pino } from 'pino';

type Output = 1 | 2;

/** One JSON object a line, for machines; on a terminal, lines for whoever sits there. */
export async function createLogger({ level, to = 1 }: { readonly level: string; readonly to?: Output }) {
  const options = { level, base: null, redact: ['req', 'headers', 'password', 'token'] };
  const stream = to === 1 ? process.stdout : process.stderr;
  return pino(options, stream.isTTY ? await readableLines(to) : pino.destination(to));
}

async function readableLines(to: Output): Promise<DestinationStream> {
  const { build } = await import('pino-pretty');
  // Written at once, so that the last line is there when the process ends.
  return build({
    destination: to,
    sync: true,
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    ignore: 'pid',
  });
}
