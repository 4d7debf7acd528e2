import { readdirSync, readFileSync } from 'node:fs';
import vm from 'node:vm';
import { inProject } from '../helpers/project.ts';

/*
 * A Bangle.js 2 for tests: the parts of Espruino's API that the app uses, as the reference of firmware 2v2x describes them,
 * with a clock of its own. What is not here the app cannot call. It runs the real files of deploy/banglejs.
 */

export const inApp = (...path: string[]): string => inProject('deploy', 'banglejs', ...path);
export const metadata = JSON.parse(readFileSync(inApp('metadata.json'), 'utf8'));

type Listener = (...values: unknown[]) => void;
type OnTouch = (zone: number, point: { x: number; y: number }) => void;

/** What the data file needs. */
export const CONFIG = { mac: '02:00:00:00:00:01', token: 'a-token', url: 'http://service' };

/** Tells Espruino's console not to repeat a line. */
export const NO_ECHO = '\x10';

interface Timer {
  at: number;
  readonly every: number | undefined;
  readonly run: () => void;
}

export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request of the watch; undefined: no network. */
export type Send = (request: HttpRequest) => Promise<{ status: number; text: string } | undefined>;

/** NOR flash: a write can only clear bits, and a file keeps its size. */
class FakeStorage {
  readonly files = new Map<string, Uint8Array>();
  written = 0;
  free = 4_000_000;

  #space(): number {
    return this.free - [...this.files.values()].reduce((sum, { length }) => sum + length + 32, 0);
  }
  write(name: string, data: string | ArrayLike<number>, offset = 0, size = 0): boolean {
    if (name.length > 28) throw new Error(`too long a name: ${name}`);
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Uint8Array.from(data);
    if (offset === 0) {
      const old = this.files.get(name)?.length ?? 0;
      if (this.#space() + old < Math.max(size, bytes.length)) return false;
      this.files.set(name, new Uint8Array(size || bytes.length).fill(255));
    }
    const file = this.files.get(name);
    if (file === undefined || offset + bytes.length > file.length) return false;
    bytes.forEach((byte, i) => {
      if (file[offset + i] !== 255) throw new Error(`${name} is written twice at ${offset + i}`);
      file[offset + i] = byte;
    });
    this.written += bytes.length;
    return true;
  }
  read(name: string, offset = 0, length?: number): string | undefined {
    const file = this.files.get(name);
    return file && Buffer.from(file.subarray(offset, length && offset + length)).toString('latin1');
  }
  readJSON(name: string, noExceptions?: unknown): unknown {
    try {
      return JSON.parse(this.read(name) ?? '');
    } catch (error) {
      if (noExceptions) return undefined;
      throw error;
    }
  }
  writeJSON(name: string, value: unknown): boolean {
    return this.write(name, JSON.stringify(value));
  }
  erase(name: string): void {
    this.files.delete(name);
  }
  getFree(): number {
    return this.#space();
  }
  list(filter: RegExp): string[] {
    return [...this.files.keys()].filter((name) => filter.test(name));
  }
}

class Emitter {
  readonly listeners = new Map<string, Listener[]>();
  on = (event: string, listener: Listener): void => {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  };
  emit(event: string, ...values: unknown[]): void {
    for (const listener of this.listeners.get(event) ?? []) listener(...values);
  }
}

export class Watch {
  readonly storage = new FakeStorage();
  connected = true;
  charging = false;
  battery = 80;
  /** The watch's clock, in ms since 1970, and what it shows beyond the time that passes. */
  nowMs = Date.UTC(2026, 10, 19, 12);
  skewMs = 0;
  /** Has Gadgetbridge's app on the watch; else lines go over Bluetooth. */
  hasHttp = true;
  readonly registers = new Map<number, number>();
  pollMs = 80;
  buzzed = 0;
  /** What stands on the screen since it was last cleared. */
  screen: string[] = [];
  /** What the app printed over Bluetooth. */
  uart = '';
  running = '';
  /** Without power, until `restart`. */
  isOff = false;
  /** Tells another clock that time passes. */
  passed: (ms: number) => void = () => undefined;
  readonly #send: Send;
  #timers = new Map<number, Timer>();
  #nextTimer = 1;
  #bangle = new Emitter();
  #nrf = new Emitter();
  #e = new Emitter();
  #watches: ((e: { state: boolean; time: number; lastTime: number }) => void)[] = [];
  #touch: OnTouch | undefined;
  #context: vm.Context = vm.createContext({});
  #modules = new Map<string, unknown>();
  #reload: string | undefined;
  #busy = new Set<Promise<void>>();
  #lastChange = 0;
  #served = 0;

  constructor(send: Send) {
    this.#send = send;
    for (const { name, url } of metadata.storage)
      if (!name.endsWith('.img')) this.storage.write(name, readFileSync(inApp(url), 'latin1'));
  }

  configure(config: object): void {
    this.storage.write('vigil.json', JSON.stringify(config));
  }

  /** As `load(file)` does: everything in RAM goes, the boot code runs, then the app. */
  load(file = ''): void {
    this.#e.emit('kill');
    this.restart(file);
  }

  /** Without the event: the battery was taken out. */
  restart(file = ''): void {
    this.#timers = new Map();
    this.#bangle = new Emitter();
    this.#nrf = new Emitter();
    this.#e = new Emitter();
    this.#watches = [];
    this.#touch = undefined;
    this.#modules = new Map();
    this.#reload = undefined;
    this.isOff = false;
    this.running = file;
    this.screen = [];
    this.#context = vm.createContext(this.#globals());
    vm.runInContext('Date.now = function () { return getTime() * 1000; };', this.#context);
    for (const name of this.storage.list(/\.boot\.js$/)) this.#run(name);
    if (file) this.#run(file);
    this.#afterwards();
  }

  #run(name: string): void {
    vm.runInContext(this.storage.read(name) ?? `throw new Error('no ${name}')`, this.#context, {
      filename: name,
    });
  }

  #afterwards(): void {
    if (this.#reload === undefined || this.isOff) return;
    const file = this.#reload;
    this.#reload = undefined;
    this.load(file);
  }

  #require = (name: string): unknown => {
    if (name === 'Storage') return this.storage;
    if (!this.#modules.has(name)) {
      const source = this.storage.read(name);
      if (source === undefined) throw new Error(`Module ${name} not found`);
      const exports = {};
      this.#modules.set(name, exports);
      vm.runInContext(`(function (exports) {${source}\n})`, this.#context, { filename: name })(exports);
    }
    return this.#modules.get(name);
  };

  #globals(): Record<string, unknown> {
    const timer = (run: () => void, ms: number, every?: number): number => {
      this.#timers.set(this.#nextTimer, { at: this.nowMs + ms, every, run });
      return this.#nextTimer++;
    };
    const clear = (id: unknown): void => {
      if (id === undefined) throw new Error('clearTimeout(undefined) clears every timer of the watch');
      this.#timers.delete(id as number);
    };
    const globals: Record<string, unknown> = {
      require: this.#require,
      load: (file = '') => {
        this.#reload = file;
      },
      getTime: () => (this.nowMs + this.skewMs) / 1000,
      setTimeout: (run: () => void, ms = 0) => timer(run, ms),
      setInterval: (run: () => void, ms: number) => timer(run, ms, ms),
      clearTimeout: clear,
      clearInterval: clear,
      BTN1: 'BTN1',
      setWatch: (run: () => void, pin: unknown, { edge, repeat }: { edge: string; repeat: boolean }) => {
        if (pin !== 'BTN1' || edge !== 'both' || !repeat) throw new Error('an unexpected setWatch');
        this.#watches.push(run);
      },
      atob: (text: string) => Buffer.from(text, 'base64').toString('latin1'),
      Modules: { removeCached: (name: string) => this.#modules.delete(name) },
      g: this.#graphics(),
      NRF: { on: this.#nrf.on, getSecurityStatus: () => ({ connected: this.connected }) },
      E: { on: this.#e.on, getBattery: () => this.battery },
      Bluetooth: {
        write: (text: string) => {
          this.uart += text;
          this.#serve();
        },
      },
      Bangle: {
        on: this.#bangle.on,
        setOptions: () => undefined,
        setPollInterval: (ms: number) => {
          this.pollMs = ms;
        },
        accelWr: (register: number, value: number) => {
          this.registers.set(register, value);
        },
        accelRd: (register: number) => this.registers.get(register) ?? 0,
        isCharging: () => this.charging,
        setLocked: () => undefined,
        setLCDPower: () => undefined,
        setUI: (ui: { mode: string; touch: OnTouch }) => {
          this.#touch = ui.touch;
        },
        buzz: () => {
          this.buzzed++;
          return Promise.resolve();
        },
        appRect: { x: 0, y: 24, w: 176, h: 152, x2: 175, y2: 175 },
        loadWidgets: () => undefined,
        drawWidgets: () => undefined,
        ...(this.hasHttp && { http: this.#http }),
      },
    };
    globals.global = globals;
    return globals;
  }

  #graphics(): object {
    const g: Record<string, unknown> = {
      getWidth: () => 176,
      wrapString: (text: string) => [text],
    };
    for (const name of ['reset', 'setFont', 'setFontAlign', 'setColor', 'setBgColor']) g[name] = () => g;
    g.clear = () => {
      this.screen = [];
      return g;
    };
    g.clearRect = (area: unknown) => {
      if (typeof area === 'object') this.screen = [];
      return g;
    };
    g.drawString = (text: string) => {
      this.screen.push(text.replaceAll('\n', ' '));
      return g;
    };
    return g;
  }

  /** The app "Android Integration" with Gadgetbridge: of an error the watch sees the name of an exception. */
  #http = (
    url: string,
    options: { method: string; headers: Record<string, string>; body?: string },
  ): Promise<unknown> => {
    if (!this.connected) return Promise.reject('Not connected to Bluetooth');
    const sent = this.#send({ url, ...options }).then((reply) => {
      if (reply === undefined || !this.connected) throw 'com.android.volley.NoConnectionError';
      const { status, text } = reply;
      if (status === 401 || status === 403) throw 'com.android.volley.AuthFailureError';
      if (status >= 400 && status < 500) throw 'com.android.volley.ClientError';
      if (status >= 500) throw 'com.android.volley.ServerError';
      return { t: 'http', resp: text };
    });
    this.track(sent);
    return sent;
  };

  /** The gateway: sends what a complete line asks for, and calls GB with the reply. */
  #serve(): void {
    const end = this.uart.lastIndexOf('\n');
    const lines = this.uart.slice(this.#served, end + 1).split('\n');
    this.#served = Math.max(this.#served, end + 1);
    for (const line of lines) {
      if (!line.startsWith('{')) continue;
      const { id, ...request } = JSON.parse(line);
      const replied = this.#send(request).then((reply) => {
        if (!this.connected) return;
        const result = reply ? { status: reply.status, resp: reply.text } : { err: 'no network' };
        this.line(`${NO_ECHO}GB(${JSON.stringify({ t: 'http', id, ...result })})`);
      });
      this.track(replied);
    }
  }

  /** Something that must be over before time goes on. */
  track(work: Promise<unknown>): void {
    const over: Promise<void> = work.then(
      () => undefined,
      () => undefined,
    );
    this.#busy.add(over);
    over.then(() => this.#busy.delete(over));
  }

  async settle(): Promise<void> {
    while (this.#busy.size > 0) {
      await Promise.all(this.#busy);
      // The app's own reactions to the reply.
      await new Promise(setImmediate);
    }
    this.#afterwards();
  }

  /** Lets time pass, with what is due in it. Replies arrive without delay. */
  async pass(ms: number): Promise<void> {
    const end = this.nowMs + ms;
    for (;;) {
      await this.settle();
      const [id, due] = [...this.#timers].sort(([a, { at: x }], [b, { at: y }]) => x - y || a - b)[0] ?? [];
      if (id === undefined || due === undefined || due.at > end || this.isOff) break;
      this.#goTo(due.at);
      if (due.every === undefined) this.#timers.delete(id);
      else due.at += due.every;
      due.run();
      this.#afterwards();
    }
    this.#goTo(end);
  }

  #goTo(ms: number): void {
    if (ms <= this.nowMs) return;
    this.passed(ms - this.nowMs);
    this.nowMs = ms;
  }

  /** A sample as the firmware reports it, in g: in steps of its sensor, and no more than its range. */
  accel(x: number, y: number, z: number): void {
    const isWide = ((this.registers.get(0x18) ?? 0x08) & 0x18) === 0x10;
    const most = 32767;
    const raw = (value: number): number => {
      const counts = Math.round((value / 9.80665) * (isWide ? 4096 : 8192));
      return Math.max(-most - 1, Math.min(most, counts)) / 8192;
    };
    this.#bangle.emit('accel', { x: raw(x), y: raw(y), z: raw(z) });
    this.#afterwards();
  }

  button(isDown: boolean): void {
    const time = this.nowMs / 1000;
    for (const run of this.#watches) run({ state: isDown, time, lastTime: this.#lastChange });
    this.#lastChange = time;
    this.#afterwards();
  }

  async press(ms: number): Promise<void> {
    this.button(true);
    await this.pass(ms);
    this.button(false);
    await this.settle();
  }

  touch(x: number, y: number): void {
    this.#touch?.(x < 88 ? 1 : 2, { x, y });
    this.#afterwards();
  }

  connect(): void {
    this.connected = true;
    this.#nrf.emit('connect');
  }

  /** A line that the phone or the gateway sends: the watch runs it as code. */
  line(code: string): void {
    vm.runInContext(code.replace(NO_ECHO, ''), this.#context);
    this.#afterwards();
  }

  status(): Record<string, unknown> {
    return vm.runInContext("require('vigil').status()", this.#context);
  }
}

export const appFiles = readdirSync(inApp()).filter((file) => file.endsWith('.js') && file !== 'app-icon.js');
