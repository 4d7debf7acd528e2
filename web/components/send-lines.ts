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
  let isOver = false;
  for (const row of rows) {
    if (isOver || isStopped()) {
      onResult(row, { state: 'notSent' });
      continue;
    }
    let answer = await create(row);
    while (!answer.ok && answer.status === 429 && !isStopped()) {
      onHold?.(true);
      await wait((answer.retryAfter ?? UNKNOWN_WAIT_S) * 1_000);
      onHold?.(false);
      answer = await create(row);
    }
    if (answer.ok) onResult(row, { state: 'created', made: answer.data });
    else if (answer.status === 0) onResult(row, { state: 'unclear' });
    else if (isOutage(answer) || answer.status === 429) onResult(row, { state: 'notSent' });
    else onResult(row, { state: 'refused', error: answer.error, details: answer.details });
    isOver = !answer.ok && isOutage(answer);
  }
}
