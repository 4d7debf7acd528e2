import type { WebSocket } from 'ws';
import { quietReading } from '../reading.ts';
import type { SeededDevice } from '../seed.ts';
import { type Answered, type Link, NO_ANSWER, openInTurn } from './link.ts';
import { connectLive, opened } from './live-socket.ts';

/** The same number of digits in every frame, so that the reply's status is always in the same place. */
const FIRST_REF = 1_000_000_000;
const REF_DIGITS = 10;
/** Start of the service's reply; ref and status follow. */
const ASSESSMENT = Buffer.from('{"type":"assessment","ref":');
const STATUS_AT = ASSESSMENT.length + REF_DIGITS + ',"status":'.length;

/** The wearables of one account on its live socket. */
class LiveLink implements Link {
  readonly #socket: WebSocket;
  readonly #readings: readonly string[];
  readonly #dues = new Map<number, number>();
  #ref = FIRST_REF;
  #answered: Answered = () => {};
  #closed = false;

  constructor(port: number, token: string, devices: readonly SeededDevice[]) {
    this.#readings = devices.map(({ macAddress }) => JSON.stringify(quietReading(macAddress, 1000)));
    this.#socket = connectLive(port, token);
    this.#socket.on('message', (payload: Buffer) => this.#onText(payload));
    this.#socket.once('close', () => this.#lost());
  }

  async open(): Promise<this> {
    await opened(this.#socket);
    return this;
  }

  onAnswered(listener: Answered): void {
    this.#answered = listener;
  }

  send(due: number): void {
    if (this.#closed) return this.#answered(due, NO_ANSWER);
    this.#ref += 1;
    this.#dues.set(this.#ref, due);
    const reading = this.#readings[this.#ref % this.#readings.length];
    this.#socket.send(`{"type":"reading","ref":${this.#ref},"data":${reading}}`);
  }

  close(): void {
    this.#dues.clear();
    this.#socket.terminate();
  }

  #onText(payload: Buffer): void {
    if (payload.compare(ASSESSMENT, 0, ASSESSMENT.length, 0, ASSESSMENT.length) !== 0) return;
    const ref = Number(payload.toString('latin1', ASSESSMENT.length, ASSESSMENT.length + REF_DIGITS));
    const due = this.#dues.get(ref);
    if (due === undefined) return;
    this.#dues.delete(ref);
    this.#answered(due, Number(payload.toString('latin1', STATUS_AT, STATUS_AT + 3)));
  }

  #lost(): void {
    this.#closed = true;
    const dues = [...this.#dues.values()];
    this.#dues.clear();
    for (const due of dues) this.#answered(due, NO_ANSWER);
  }
}

/** A socket belongs to one account, so it sends readings of that account's devices. */
export function openLiveLinks(
  port: number,
  devices: readonly SeededDevice[],
  sockets: number,
): Promise<Link[]> {
  const tokens = [...new Set(devices.map((device) => device.token))];
  const accounts = tokens.map((token) => devices.filter((device) => device.token === token));
  const perAccount = Math.ceil(sockets / accounts.length);
  const each = accounts.flatMap((own) =>
    Array.from({ length: Math.min(perAccount, own.length) }, (_, nth) =>
      own.filter((_, i) => i % perAccount === nth),
    ),
  );
  return openInTurn(each.slice(0, sockets), (own) => new LiveLink(port, own[0]?.token ?? '', own).open());
}
