import { readingOf } from '../../client/hold.ts';
import type { ClientFrame, LiveSocket, LiveState, ServerFrame } from '../../client/live.ts';
import { randomKey } from '../../client/rest.ts';
import { backlogOf, leastWorthKeeping } from '../../client/wearable.ts';
import type { Kept, KeptReading } from './kept.ts';
import type { Fall } from './protocol.ts';
import type { Second } from './seconds.ts';

export type Answer = 'ok' | 'help';

/** A button that was pressed and of which the service has not said that it knows. */
export interface Press {
  readonly answer: Answer;
  /** The fall that an "I'm OK" is about: it must not answer a later one. */
  readonly fallId: string | null;
}

/** Also in the browser's storage, at once. */
export interface KeptPresses {
  load(): readonly Press[];
  save(presses: readonly Press[]): void;
}

export interface SenderState {
  readonly connection: LiveState['state'] | 'replaced';
  /** Readings that wait for the service. */
  readonly waiting: number;
  /** Readings that were dropped, because more than an hour of them waited. */
  readonly dropped: number;
  readonly presses: readonly Press[];
  /** The status of the last refusal of a reading; undefined after one that was taken. */
  readonly refusal: number | undefined;
}

interface Battery {
  readonly battery_level?: number;
  readonly charging?: true;
}

export interface SenderDeps {
  readonly openLive: (options: {
    readonly onFrame: (frame: ServerFrame) => void;
    readonly onState: (state: LiveState) => void;
  }) => Pick<LiveSocket, 'ask' | 'close' | 'wake'>;
  readonly mac: string;
  readonly kept: Kept;
  readonly presses: KeptPresses;
  readonly battery: () => Battery;
  readonly now: () => number;
  readonly every: (ms: number, act: () => void) => () => void;
  readonly onState: (state: SenderState) => void;
  /** The open fall, or none; `finished` is the one that has just been resolved. */
  readonly onFall: (fall: Fall | null, finished?: Fall) => void;
  /** A press that the service refused, with the status. */
  readonly onRefused: (press: Press, status: number) => void;
}

const VERSION = 'wear-1';
/** No firmware is offered to a phone. */
const MODEL = 'phone';
/** An hour. */
const CAPACITY = 3_600;
/** Live readings without an answer: a connection that is dead and does not know it takes no more. */
const MOST_IN_FLIGHT = 3;
/** The service takes a backlog every 5 s. */
const BACKLOG_EVERY_MS = 5_500;
const TURN_MS = 500;
const PRESS_AGAIN_MS = 2_000;
const TOO_MANY = 429;

/**
 * Sends a phone's readings over the live socket. A reading is kept until the service has answered it; what could not be sent, or was
 * not answered, follows as a backlog with its time, while live readings go on.
 */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #stop: () => void;
  readonly #live: ReturnType<SenderDeps['openLive']>;
  /** Oldest first. */
  #late: KeptReading[];
  #inFlight = 0;
  #lastAt = 0;
  /** The clock of the service minus that of the phone; undefined before the first welcome. */
  #offset: number | undefined;
  #backlogAt = Number.NEGATIVE_INFINITY;
  #isSendingLate = false;
  #isPressing = false;
  #pressAgainAt = 0;
  #isHidden = false;
  #isClosed = false;
  #fall: Fall | null = null;
  #state: SenderState;

  /** `late`: the readings that the last page could not send. */
  constructor(deps: SenderDeps, late: readonly KeptReading[]) {
    this.#deps = deps;
    this.#late = [...late];
    this.#lastAt = late.at(-1)?.at ?? 0;
    const presses = deps.presses.load();
    this.#state = { connection: 'connecting', waiting: 0, dropped: 0, presses, refusal: undefined };
    this.#live = deps.openLive({
      onFrame: (frame) => this.#receive(frame),
      onState: (state) => this.#become(state),
    });
    this.#stop = deps.every(TURN_MS, () => this.#turn());
    this.#show({});
  }

  /** The time of the service, as far as it is known. */
  get time(): number {
    return this.#deps.now() + (this.#offset ?? 0);
  }

  /** A second of the sensor: sent at once, or kept. */
  measured({ samples, end }: Second): void {
    if (this.#isClosed) return;
    const beside = {
      device_id: this.#deps.mac,
      uptime_ms: Math.max(0, Math.round(end)),
      firmware_version: VERSION,
      model: MODEL,
      ...this.#deps.battery(),
    };
    const measured = readingOf(samples.map(rounded), beside, 'parts');
    const goesLive = this.#isLive && this.#inFlight < MOST_IN_FLIGHT;
    // The service recognises it in the backlog, if only its answer is lost.
    const reading = goesLive ? { ...measured, idempotency_key: randomKey() } : measured;
    // Its time identifies a reading of a backlog.
    this.#lastAt = Math.max(this.#lastAt + 1, Math.round(this.time));
    const item = {
      reading,
      at: this.#lastAt,
      ...(this.#offset === undefined && { hasOwnTime: true as const }),
    };
    this.#deps.kept.add(item);
    if (goesLive) void this.#send(item);
    else this.#keep(item);
  }

  /** Kept until the service answers, however long that takes. */
  press(answer: Answer): void {
    const press = { answer, fallId: answer === 'ok' ? (this.#fall?.fallId ?? null) : null };
    const others = this.#state.presses.filter((one) => one.answer !== answer);
    this.#setPresses([...others, press]);
    void this.#sendPresses();
  }

  /** The page is hidden: the browser stops the sensor, and the service must know. */
  hide(isHidden: boolean): void {
    if (isHidden === this.#isHidden) return;
    this.#isHidden = isHidden;
    this.#tellHidden();
    if (!isHidden) this.#live.wake();
  }

  wake(): void {
    this.#live.wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
    this.#live.close();
  }

  get #isLive(): boolean {
    return this.#state.connection === 'live';
  }

  #tellHidden(): void {
    if (!this.#isLive) return;
    void this.#live.ask({
      type: 'paused',
      data: { reason: this.#isHidden ? 'screen_off' : null },
    });
  }

  #become(state: LiveState): void {
    const connection = state.state === 'ended' && state.isReplaced ? 'replaced' : state.state;
    this.#show({ connection });
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === 'pong') this.#setClock(frame.data.serverTime);
    if (frame.type === 'fall') this.#changeFall(frame.data);
    if (frame.type !== 'welcome') return;
    this.#setClock(frame.data.serverTime);
    this.#setFall('fall' in frame.data ? frame.data.fall : null);
    if (this.#isHidden) this.#tellHidden();
    void this.#sendPresses();
    this.#turn();
  }

  /** Of several open falls the newest is shown. */
  #changeFall(fall: Fall): void {
    const shown = this.#fall;
    const isShown = shown?.fallId === fall.fallId;
    if (fall.response.state === 'RESOLVED') {
      if (isShown) this.#setFall(null, fall);
    } else if (isShown || shown === null || fall.createdAt >= shown.createdAt) this.#setFall(fall);
  }

  #setFall(fall: Fall | null, finished?: Fall): void {
    this.#fall = fall;
    this.#deps.onFall(fall, finished);
  }

  /** What was measured before the first connection has the time of the phone, which may be wrong; it has not been sent yet. */
  #setClock(serverTime: string): void {
    const offset = Date.parse(serverTime) - this.#deps.now();
    if (this.#offset === undefined) {
      const { kept } = this.#deps;
      kept.remove(this.#late.filter(({ hasOwnTime }) => hasOwnTime));
      this.#late = this.#late.map((item) => {
        if (!item.hasOwnTime) return item;
        const moved = { reading: item.reading, at: item.at + offset };
        kept.add(moved);
        return moved;
      });
      this.#lastAt = this.#late.at(-1)?.at ?? 0;
    }
    this.#offset = offset;
  }

  async #send(item: KeptReading): Promise<void> {
    this.#inFlight += 1;
    const reply = await this.#live.ask({ type: 'reading', data: item.reading });
    this.#inFlight -= 1;
    const status = statusOf(reply);
    if (isFinal(status)) {
      this.#deps.kept.remove([item]);
      this.#show({ refusal: status === 200 ? undefined : status });
    } else this.#keep(item);
  }

  #keep(item: KeptReading): void {
    this.#late.push(item);
    // Answers come in any order.
    this.#late.sort((one, other) => one.at - other.at);
    if (this.#late.length <= CAPACITY) return this.#show({});
    const lost = this.#late.splice(leastWorthKeeping(this.#late), 1);
    this.#deps.kept.remove(lost);
    this.#show({ dropped: this.#state.dropped + 1 });
  }

  #turn(): void {
    if (!this.#isLive || this.#isClosed) return;
    if (this.#state.presses.length > 0 && this.#deps.now() >= this.#pressAgainAt) void this.#sendPresses();
    const isDue =
      this.#deps.now() >= this.#backlogAt + BACKLOG_EVERY_MS || this.#deps.now() < this.#backlogAt;
    if (this.#late.length > 0 && isDue && !this.#isSendingLate) void this.#sendLate();
  }

  async #sendLate(): Promise<void> {
    this.#isSendingLate = true;
    this.#backlogAt = this.#deps.now();
    const batch = backlogOf(this.#late);
    const readings = batch.map(({ reading, at }) => ({
      ...reading,
      recorded_at: new Date(at).toISOString(),
    }));
    const reply = await this.#live.ask({ type: 'backlog', data: { readings } });
    this.#isSendingLate = false;
    if (!isFinal(statusOf(reply))) return;
    const gone = new Set(batch);
    this.#late = this.#late.filter((item) => !gone.has(item));
    this.#deps.kept.remove(batch);
    this.#show({});
  }

  async #sendPresses(): Promise<void> {
    if (this.#isPressing) return;
    this.#isPressing = true;
    try {
      for (;;) {
        const press = this.#state.presses[0];
        if (press === undefined || !this.#isLive || this.#isClosed) return;
        const isOutdated = press.answer === 'ok' && press.fallId !== (this.#fall?.fallId ?? null);
        const status = isOutdated ? 404 : statusOf(await this.#live.ask(answerFrame(press)));
        if (!isFinal(status)) {
          this.#pressAgainAt = this.#deps.now() + PRESS_AGAIN_MS;
          return;
        }
        this.#setPresses(this.#state.presses.filter((one) => one !== press));
        // Without a fall there is nothing to cancel, and nothing to say.
        const isMoot = press.answer === 'ok' && status === 404;
        if (status !== 200 && status !== 201 && !isMoot) this.#deps.onRefused(press, status);
      }
    } finally {
      this.#isPressing = false;
    }
  }

  #setPresses(presses: readonly Press[]): void {
    this.#deps.presses.save(presses);
    this.#show({ presses });
  }

  #show(change: Partial<SenderState>): void {
    this.#state = { ...this.#state, ...change, waiting: this.#late.length };
    this.#deps.onState(this.#state);
  }
}

const answerFrame = ({ answer }: Press): ClientFrame => ({ type: 'answer', data: { answer } });

/** The status of the answer; undefined without one: the service may have received it or not. */
const statusOf = (reply: ServerFrame | undefined): number | undefined =>
  reply !== undefined && 'status' in reply ? reply.status : undefined;

/** Everything else is sent again: no answer, too early, or a service that cannot do it now. */
const isFinal = (status: number | undefined): status is number =>
  status !== undefined && status < 500 && status !== TOO_MANY;

const rounded = <Row extends readonly number[]>(row: Row): Row =>
  row.map((value) => Math.round(value * 100) / 100) as unknown as Row;
