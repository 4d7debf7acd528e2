/** Sends requests of one kind, such as the lines of a file, one by one. */

interface Refused {
  readonly ok: false;
  readonly status: number;
  readonly error: string;
  readonly details: Readonly<Record<string, string>>;
  readonly retryAfter?: number;
}

export type LineResult<Made> =
  | { readonly state: 'created'; readonly made: Made }
  /** `details` has a message for each field that was refused. */
  | ({ readonly state: 'refused' } & Pick<Refused, 'error' | 'details'>)
  /** The request got no answer: the resident may have been created. */
  | { readonly state: 'unclear' }
  | { readonly state: 'notSent' };

interface RunDeps<Row, Made> {
  readonly create: (row: Row) => Promise<{ readonly ok: true; readonly data: Made } | Refused>;
  readonly wait: (ms: number) => Promise<void>;
  readonly isStopped: () => boolean;
  readonly onResult: (row: Row, result: LineResult<Made>) => void;
  /** Called with true while the service's rate limit holds the run up. */
  readonly onHold?: (isHeld: boolean) => void;
}

const UNKNOWN_WAIT_S = 5;
const isOutage = ({ status }: Refused): boolean => status === 0 || status === 401 || status >= 500;

/** A refused line does not stop the others. An outage does: the rest would fail the same way. */
export async function sendLines<Row, Made>(
  rows: readonly Row[],
  { create, wait, isStopped, onResult, onHold }: RunDeps<Row, Made>,
): Promise<void> {
  let isDown = false;
  for (const row of rows) {
    if (isDown || isStopped()) {
      onResult(row, { state: 'notSent' });
      continue;
    }
    let reply = await create(row);
    while (!reply.ok && reply.status === 429 && !isStopped()) {
      onHold?.(true);
      await wait((reply.retryAfter ?? UNKNOWN_WAIT_S) * 1_000);
      onHold?.(false);
      reply = await create(row);
    }
    if (reply.ok) onResult(row, { state: 'created', made: reply.data });
    else if (reply.status === 0) onResult(row, { state: 'unclear' });
    else if (isOutage(reply) || reply.status === 429) onResult(row, { state: 'notSent' });
    else onResult(row, { state: 'refused', error: reply.error, details: reply.details });
    isDown = !reply.ok && isOutage(reply);
  }
}
