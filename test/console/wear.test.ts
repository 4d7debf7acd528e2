import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LiveState, ServerFrame } from '../../client/live.ts';
import { codeOf, fragmentOf } from '../../web/wear/code.ts';
import type { KeptReading } from '../../web/wear/kept.ts';
import { type Moment, type Second, Seconds } from '../../web/wear/seconds.ts';
import { type Press, Sender, type SenderState } from '../../web/wear/sender.ts';

const TOKEN = 'dGhlIHRva2VuIG9mIGEgd2VhcmFibGUgaXMgNDMgY2g';
const MAC = '02:00:00:00:00:01';

describe('the code in the address of /wear', () => {
  it('is read from base64url, with and without padding', () => {
    const code = { broker: null, mac: MAC, token: TOKEN, url: 'https://vigil.example/ü' };
    const expected = { mac: MAC, token: TOKEN, url: 'https://vigil.example/ü' };
    assert.deepEqual(codeOf(`#${fragmentOf(code)}`), expected);
    assert.deepEqual(codeOf(`#${Buffer.from(JSON.stringify(code)).toString('base64')}`), expected);
    assert.match(fragmentOf({ ...code, token: '???>>>~~~' }), /^[\w-]+$/);
  });

  it('is none if a part is missing, or could not be a header', () => {
    for (const code of [
      null,
      [],
      'text',
      { mac: MAC },
      { token: TOKEN },
      { mac: 'x', token: TOKEN },
      { mac: MAC, token: 'with space' },
      { mac: MAC, token: 'a, b' },
      { mac: MAC, token: 'x'.repeat(129) },
      { mac: MAC, token: 7 },
    ])
      assert.equal(codeOf(`#${fragmentOf(code as object)}`), undefined, JSON.stringify(code));
    for (const fragment of ['', '#', '#%', '#e30', '#ÿ']) assert.equal(codeOf(fragment), undefined, fragment);
  });

  it('keeps no address that a page could not open', () => {
    assert.equal(codeOf(`#${fragmentOf({ mac: MAC, token: TOKEN, url: 'javascript:alert(1)' })}`)?.url, null);
  });
});

describe('the seconds of a phone', () => {
  const cut = (moments: readonly Moment[]): Second[] => {
    const found: Second[] = [];
    const seconds = new Seconds((second) => found.push(second));
    for (const moment of moments) seconds.add(moment);
    return found;
  };
  /** Moments at this rate, with a jitter of a third of the interval. */
  const at = (rate: number, count: number, from = 0): Moment[] =>
    Array.from({ length: count }, (_, i) => ({
      at: from + ((i + (i % 3) / 9) * 1000) / rate,
      acceleration: [i, 0, 9.8],
      rotation: [1, 2, 3],
    }));

  for (const rate of [10, 16, 25, 60, 100])
    it(`have all samples at ${rate} Hz, and end a second apart`, () => {
      const found = cut(at(rate, 10 * rate + 1));
      assert.deepEqual(
        found.map(({ end }) => end),
        [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000],
      );
      const all = found.flatMap(({ samples }) => samples.map(([x]) => x));
      assert.deepEqual(
        all,
        all.map((_, i) => i),
      );
      assert.ok(all.length >= 10 * rate - 1);
    });

  it('have every second sample at 200 Hz, the last one among them', () => {
    const [first] = cut(at(200, 201));
    assert.equal(first?.samples.length, 100);
    assert.equal(first?.samples.at(-1)?.[0], 199);
  });

  it('begin again after a pause of the sensor', () => {
    const found = cut([...at(60, 61), ...at(60, 61, 5000)]);
    assert.deepEqual(
      found.map(({ end }) => end),
      [1000, 2000, 6000],
    );
  });

  it('have a gyro if any sample has one, as it starts later than the acceleration', () => {
    const moments = at(10, 11).map((moment, i) =>
      i < 4 || i === 7 ? { ...moment, rotation: undefined } : moment,
    );
    const [second] = cut(moments);
    assert.deepEqual(
      second?.samples.map((sample) => sample.length),
      Array(10).fill(6),
    );
  });

  it('have none without a gyro', () => {
    const [second] = cut(at(10, 11).map((moment) => ({ ...moment, rotation: undefined })));
    assert.deepEqual(second?.samples[3], [3, 0, 9.8]);
  });
});

describe("a phone's sender", () => {
  type Asked = {
    readonly frame: { readonly type: string; readonly data: never };
    answer(reply?: object): void;
  };

  interface Handed {
    readonly readings: readonly { readonly recorded_at: string }[];
  }

  const second = (end: number): Second => ({
    samples: Array.from({ length: 50 }, (_, i) => [0, i === 20 ? 30 : 0, 9.81, 1, 2, 3] as const),
    end,
  });
  const reading = (at: number): KeptReading => ({
    at,
    reading: {
      device_id: MAC,
      accel_x: 0,
      accel_y: 0,
      accel_z: 9.8,
      gyro_x: 0,
      gyro_y: 0,
      gyro_z: 0,
      uptime_ms: at,
    },
  });

  /** A sender on a connection and a clock that the test moves. */
  function phone(late: readonly KeptReading[] = [], presses: readonly Press[] = []) {
    const asked: Asked[] = [];
    const kept = new Map(late.map((item) => [item.at, item]));
    let frame: (frame: ServerFrame) => void = () => {};
    let connection: (state: LiveState) => void = () => {};
    let turn = () => {};
    let savedPresses = presses;
    const phone = {
      now: 1_000_000,
      asked,
      kept,
      state: undefined as SenderState | undefined,
      falls: [] as unknown[],
      refused: [] as unknown[],
      presses: () => savedPresses,
      turn: () => turn(),
      connect(data: object = {}) {
        connection({ state: 'live' });
        frame({
          type: 'welcome',
          data: { serverTime: new Date(phone.now + 5_000).toISOString(), fall: null, ...data },
        } as never);
      },
      fall: (data: object) => frame({ type: 'fall', data } as never),
      lose() {
        connection({ state: 'stale', since: phone.now });
        for (const { answer } of asked.splice(0)) answer(undefined);
      },
      replace: () => connection({ state: 'ended', isReplaced: true }),
      /** Frames that the service has not answered, by type. */
      open: (type: string) => asked.filter((ask) => ask.frame.type === type),
      /** The readings of a backlog that is not answered. */
      handed: () => (phone.open('backlog')[0]?.frame.data as Handed | undefined)?.readings ?? [],
      async answer(type: string, reply: object) {
        const place = asked.findIndex((ask) => ask.frame.type === type);
        assert.ok(place >= 0, `a ${type} is asked`);
        asked.splice(place, 1)[0]?.answer(reply);
        await settled();
      },
      sender: undefined as unknown as Sender,
    };
    phone.sender = new Sender(
      {
        openLive: ({ onFrame, onState }) => {
          [frame, connection] = [onFrame, onState];
          return {
            ask: (given) =>
              new Promise((resolve) =>
                asked.push({ frame: given as never, answer: (reply) => resolve(reply as never) }),
              ),
            close() {},
            wake() {},
          };
        },
        mac: MAC,
        kept: {
          load: async () => late,
          add: (item) => void kept.set(item.at, item),
          remove: (items) => {
            for (const { at } of items) kept.delete(at);
          },
          clear: () => kept.clear(),
        },
        presses: {
          load: () => savedPresses,
          save: (next) => {
            savedPresses = next;
          },
        },
        battery: () => ({ battery_level: 80 }),
        now: () => phone.now,
        every: (_, act) => {
          turn = act;
          return () => {};
        },
        onState: (state) => {
          phone.state = state;
        },
        onFall: (fall) => phone.falls.push(fall && `${fall.fallId} ${fall.response?.state}`),
        onRefused: (press, status) => phone.refused.push([press.answer, status]),
      },
      late,
    );
    return phone;
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const taken = { type: 'assessment', status: 200, data: {} };

  it('sends a reading with its parts each second, and keeps it until it is answered', async () => {
    const one = phone();
    one.connect();
    one.sender.measured(second(1000));
    const [{ frame } = assert.fail()] = one.open('reading');
    const { parts, idempotency_key: _, ...sent } = frame.data as Record<string, unknown>;
    assert.deepEqual(sent, {
      device_id: MAC,
      accel_x: 0,
      accel_y: 30,
      accel_z: 9.81,
      gyro_x: 1,
      gyro_y: 2,
      gyro_z: 3,
      uptime_ms: 1000,
      firmware_version: 'wear-1',
      model: 'phone',
      battery_level: 80,
    });
    assert.equal((parts as unknown[]).length, 5);
    assert.equal(one.kept.size, 1);
    await one.answer('reading', taken);
    assert.equal(one.kept.size, 0);
  });

  it('hands over what it measured without a connection, 600 readings each 5 s, while live readings go on', async () => {
    const late = Array.from({ length: 700 }, (_, i) => reading(1000 * i));
    const one = phone(late);
    one.connect();
    const readings = one.handed();
    assert.equal(readings.length, 600);
    assert.equal(readings[1]?.recorded_at, '1970-01-01T00:00:01.000Z');
    one.sender.measured(second(1000));
    assert.equal(one.open('reading').length, 1);
    await one.answer('backlog', { type: 'assessment', status: 200, data: { accepted: 600 } });
    assert.equal(one.kept.size, 101);
    one.turn();
    assert.equal(one.open('backlog').length, 0, 'not yet');
    one.now += 6_000;
    one.turn();
    assert.equal(one.handed().length, 100);
    await one.answer('backlog', taken);
    await one.answer('reading', taken);
    assert.equal(one.kept.size, 0);
    assert.equal(one.open('backlog').length, 0);
  });

  it('keeps a reading without an answer, and one that came too early or to a service in trouble', async () => {
    const one = phone();
    one.connect();
    for (const reply of [undefined, { status: 429 }, { status: 503 }]) {
      one.now += 1_000;
      one.sender.measured(second(one.now));
      if (reply === undefined) one.lose();
      else await one.answer('reading', { type: 'assessment', ...reply });
      await settled();
      one.connect();
    }
    assert.equal(one.kept.size, 3);
    one.lose();
    await settled();
    one.now += 6_000;
    one.connect();
    assert.equal(one.handed().length, 3);
  });

  it('gives up a reading that the service refuses for good, and says why', async () => {
    const one = phone();
    one.connect();
    one.sender.measured(second(1000));
    await one.answer('reading', { type: 'assessment', status: 403, error: 'disabled' });
    assert.deepEqual([one.kept.size, one.state?.refusal], [0, 403]);
    one.sender.measured(second(2000));
    await one.answer('reading', taken);
    assert.equal(one.state?.refusal, undefined);
  });

  it('trusts a silent connection with three readings, and keeps the others for the backlog', () => {
    const one = phone();
    one.connect();
    for (let i = 1; i <= 10; i += 1) one.sender.measured(second(1000 * i));
    assert.deepEqual([one.open('reading').length, one.state?.waiting, one.kept.size], [3, 7, 10]);
  });

  it('keeps an hour, and drops the oldest readings without an impact first', () => {
    const late = Array.from({ length: 3600 }, (_, i) => reading(1000 * i));
    const one = phone(late);
    one.sender.measured(second(1000));
    assert.deepEqual([one.state?.waiting, one.state?.dropped], [3600, 1]);
    assert.ok(!one.kept.has(0) && one.kept.size === 3600);
  });

  it('corrects the times of readings from before the first connection by the clock of the service', async () => {
    const one = phone();
    one.sender.measured(second(1000));
    assert.deepEqual([...one.kept.keys()], [1_000_000]);
    one.connect();
    assert.deepEqual([...one.kept.keys()], [1_005_000]);
    assert.equal(one.handed()[0]?.recorded_at, new Date(1_005_000).toISOString());
    one.lose();
    await settled();
    one.now += 1_000;
    one.connect();
    assert.deepEqual([...one.kept.keys()], [1_005_000], 'once, so that the service knows it again');
  });

  it('keeps a press without a connection, and sends it before all else when it is back', async () => {
    const one = phone([reading(0)]);
    one.sender.press('help');
    assert.deepEqual(one.presses(), [{ answer: 'help', fallId: null }]);
    one.connect();
    assert.equal(one.asked[0]?.frame.type, 'answer');
    await one.answer('answer', { ...taken, status: 201 });
    assert.deepEqual(one.presses(), []);
  });

  it('hands over a reading whose answer was lost with the key that it had live', async () => {
    const one = phone();
    one.connect();
    one.sender.measured(second(1000));
    const [live] = one.open('reading');
    const sent = live?.frame.data as { idempotency_key: string } | undefined;
    const key = sent?.idempotency_key ?? '';
    assert.match(key, /^[0-9a-f]{32}$/);
    one.lose();
    await settled();
    one.sender.measured(second(2000));
    one.now += 10_000;
    one.connect();
    const handed = one.open('backlog')[0]?.frame.data as
      | { readings: { idempotency_key?: string }[] }
      | undefined;
    assert.deepEqual(
      handed?.readings.map((reading) => reading.idempotency_key),
      [key, undefined],
      'the second one was never sent',
    );
  });

  it('repeats a call for help until it is answered, also after a reload', async () => {
    const one = phone([], [{ answer: 'help', fallId: null }]);
    one.connect();
    one.lose();
    await settled();
    one.now += 3_000;
    one.connect();
    await one.answer('answer', { type: 'assessment', status: 503 });
    one.turn();
    assert.equal(one.open('answer').length, 0, 'not at once');
    one.now += 3_000;
    one.turn();
    await one.answer('answer', taken);
    assert.deepEqual(one.presses(), []);
  });

  it('sends an "I\'m OK" for the fall that it was about, not for a later one', async () => {
    const fall = { fallId: 'one', response: { state: 'CHECKING' } };
    const one = phone();
    one.connect({ fall });
    one.lose();
    one.sender.press('ok');
    one.connect({ fall: { ...fall, fallId: 'two' } });
    await settled();
    assert.equal(one.open('answer').length, 0);
    assert.deepEqual([one.presses(), one.refused], [[], []]);
    one.sender.press('ok');
    assert.equal(one.open('answer').length, 1);
    await one.answer('answer', { type: 'assessment', status: 409 });
    assert.deepEqual(one.refused, [['ok', 409]]);
  });

  it('shows the newest of several open falls until it is resolved', () => {
    const fall = (fallId: string, state: string, createdAt: string) => ({
      fallId,
      createdAt,
      response: { state },
    });
    const one = phone();
    one.connect({ fall: fall('b', 'OPEN', '2026-01-02') });
    one.fall(fall('a', 'CLAIMED', '2026-01-01'));
    one.fall(fall('a', 'RESOLVED', '2026-01-01'));
    one.fall(fall('c', 'CHECKING', '2026-01-03'));
    one.fall(fall('b', 'RESOLVED', '2026-01-02'));
    one.fall(fall('c', 'OPEN', '2026-01-03'));
    one.fall(fall('c', 'RESOLVED', '2026-01-03'));
    assert.deepEqual(one.falls, ['b OPEN', 'c CHECKING', 'c OPEN', null]);
  });

  it('says that the screen is off, at once and after a reconnect, and that it is back', async () => {
    const one = phone();
    one.connect();
    one.sender.hide(true);
    assert.deepEqual(one.open('paused')[0]?.frame.data, { reason: 'screen_off' });
    one.lose();
    one.connect();
    assert.deepEqual(one.open('paused')[0]?.frame.data, { reason: 'screen_off' });
    one.lose();
    one.connect();
    one.asked.splice(0);
    one.sender.hide(false);
    assert.deepEqual(one.open('paused')[0]?.frame.data, { reason: null });
  });

  it('stays away when another phone has taken its place', () => {
    const one = phone();
    one.connect();
    one.replace();
    one.sender.measured(second(1000));
    assert.equal(one.state?.connection, 'replaced');
    assert.equal(one.open('reading').length, 0);
  });
});
