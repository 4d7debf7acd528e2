import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../helpers/eventually.ts';
import { sql } from '../helpers/sql.ts';
import { app, coarseRest, fallingSamples, play, rest, type Worn, wornWatch } from './service.ts';

const fallsOf = ({ wearer }: Worn) =>
  sql(
    app.databaseUrl,
    `SELECT f.id, r.state, r.outcome, r.help_presses FROM fall_events f JOIN responses r ON r.fall_id = f.id
     WHERE f.user_id = $1 ORDER BY f.created_at`,
    [wearer.id],
  );
const readingsOf = async ({ device }: Worn): Promise<number> => {
  const [row] = await sql(
    app.databaseUrl,
    'SELECT count(*)::int AS n FROM sensor_readings s JOIN devices d ON d.key = s.device_key WHERE d.id = $1',
    [device.id],
  );
  return Number(row?.n);
};
const shows = ({ watch }: Worn, text: string): boolean => watch.screen.some((line) => line.includes(text));

/** An emergency at once; and falls of which one at least leaves time to say "I'm OK", whatever the networks are. */
const HARD = fallingSamples(0);
const MILD = [22, 8, 13, 14].map(fallingSamples);

/** Falls with the clock face on the screen. */
async function fallen(samples = HARD): Promise<Worn> {
  const worn = await wornWatch();
  await play(worn.watch, samples);
  return worn;
}

async function fallenMildly(): Promise<Worn> {
  for (const samples of MILD) {
    const worn = await fallen(samples);
    if ((await fallsOf(worn))[0]?.state === 'CHECKING') return worn;
  }
  throw new Error('no fall can be cancelled');
}

describe('a Bangle.js 2 with the app', () => {
  it('finds a fall while it shows a clock face, and asks its wearer once', async () => {
    const worn = await fallen();
    assert.equal(worn.watch.running, 'vigil.app.js');
    assert.ok(shows(worn, 'Did you fall?'), worn.watch.screen.join());
    assert.ok(worn.watch.buzzed > 0);
    const falls = await fallsOf(worn);
    assert.equal(falls.length, 1);
    // One message a second, none refused, and the battery with the first.
    const readings = worn.requests.filter(({ url }) => url.endsWith('/sensor-stream'));
    assert.equal(JSON.parse(readings[0]?.body ?? '').battery_level, 80);
    assert.ok(Math.abs(readings.length - HARD.length / 25) <= 2, String(readings.length));
    assert.equal(await readingsOf(worn), readings.length);
  });

  it('cancels the fall with a touch on OK, and goes back to the clock', async () => {
    const worn = await fallenMildly();
    worn.watch.touch(88, 70);
    await worn.watch.settle();
    const [fall] = await fallsOf(worn);
    assert.equal(fall?.state, 'RESOLVED');
    assert.ok(shows(worn, 'Good.'), worn.watch.screen.join());
    await rest(worn.watch, 5);
    assert.equal(worn.watch.running, '');
    // The readings after it do not ask again.
    await rest(worn.watch, 5);
    assert.equal(worn.watch.running, '');
  });

  it('cancels it with a short press of the button', async () => {
    const worn = await fallenMildly();
    await worn.watch.press(200);
    assert.equal((await fallsOf(worn))[0]?.state, 'RESOLVED');
  });

  it('says that help is on its way when OK comes too late to cancel an emergency', async () => {
    const worn = await fallen();
    await worn.watch.press(200);
    assert.equal((await fallsOf(worn))[0]?.state, 'OPEN');
    assert.ok(shows(worn, 'Help is on its way'), worn.watch.screen.join());
    await rest(worn.watch, 10);
    assert.equal(worn.watch.running, 'vigil.app.js');
  });

  it('calls for help while the button is still held, and by a touch on Help', async () => {
    for (const call of [
      (worn: Worn) => worn.watch.press(1000),
      async (worn: Worn) => worn.watch.touch(88, 150),
    ]) {
      const worn = await fallen();
      await call(worn);
      await worn.watch.settle();
      const [fall] = await fallsOf(worn);
      assert.deepEqual([fall?.state, Number(fall?.help_presses) > 0], ['OPEN', true]);
      assert.ok(shows(worn, 'Help is being called'), worn.watch.screen.join());
    }
  });

  it('says who is coming, and in how many minutes, and goes back to the clock when the fall is closed', async () => {
    const worn = await fallen();
    const [fall] = await fallsOf(worn);
    const as = (path: string, body: object) =>
      app.call('POST', `/falls/${fall?.id}/${path}`, { token: worn.caregiver.token, body });
    assert.equal((await as('claim', { etaMinutes: 5 })).status, 200);
    await rest(worn.watch, 7);
    assert.match(worn.watch.screen.join(), /^Pat .* is coming in 5 min/);
    assert.equal((await as('release', {})).status, 200);
    await rest(worn.watch, 7);
    assert.ok(shows(worn, 'Help is being called'), worn.watch.screen.join());
    assert.equal((await as('resolve', { outcome: 'HELPED' })).status, 200);
    await rest(worn.watch, 7);
    assert.equal(worn.watch.running, '');
  });

  it('calls for help without a fall from its own screen, and again if there was no network', async () => {
    const worn = await wornWatch();
    worn.watch.load('vigil.app.js');
    await rest(worn.watch, 2);
    assert.ok(shows(worn, 'Connected'), worn.watch.screen.join());
    worn.isUp = false;
    await worn.watch.press(1000);
    assert.ok(shows(worn, 'Calling for help'));
    // The watch restarts before the call went out.
    worn.watch.load();
    await rest(worn.watch, 3);
    assert.deepEqual(await fallsOf(worn), []);
    worn.isUp = true;
    await rest(worn.watch, 70);
    assert.equal((await fallsOf(worn))[0]?.state, 'OPEN');
  });

  it('says that its token was replaced, and sends nothing more but an attempt every ten minutes', async () => {
    const worn = await wornWatch();
    worn.watch.load('vigil.app.js');
    await rest(worn.watch, 3);
    const { body } = await app.call('POST', `/device/${worn.device.id}/token`, { token: worn.wearer.token });
    await rest(worn.watch, 5);
    assert.ok(shows(worn, 'Code refused'), worn.watch.screen.join());
    const before = worn.requests.length;
    await rest(worn.watch, 300);
    assert.equal(worn.requests.length, before);
    await rest(worn.watch, 320);
    assert.equal(worn.requests.length, before + 1);
    worn.watch.configure({ ...worn.device, url: app.url.replace(/\/api$/, ''), token: body.data.token });
    worn.watch.load('vigil.app.js');
    await rest(worn.watch, 5);
    assert.ok(shows(worn, 'Connected'), worn.watch.screen.join());
  });

  it('shows what to do while it has no code, and sends nothing', async () => {
    const worn = await wornWatch();
    worn.watch.configure({});
    worn.watch.load('vigil.app.js');
    assert.ok(shows(worn, 'No code'));
    await rest(worn.watch, 3);
    await worn.watch.press(1000);
    assert.deepEqual(worn.requests, []);
  });

  it('speaks with a gateway where Gadgetbridge is missing, in pieces that do not stop the sensor', async () => {
    const worn = await wornWatch();
    const { watch } = worn;
    watch.hasHttp = false;
    watch.load();
    let longest = 0;
    for (const sample of HARD) {
      const before = watch.uart.length;
      await play(watch, [sample]);
      longest = Math.max(longest, watch.uart.length - before);
    }
    assert.ok(longest <= 400, `${longest} characters in 40 ms`);
    assert.equal((await fallsOf(worn)).length, 1);
    assert.equal(watch.running, 'vigil.app.js');
  });

  it('goes on when its clock is set, and sends no time from before', async () => {
    const worn = await wornWatch();
    const { watch } = worn;
    await rest(watch, 5);
    watch.skewMs = -50 * 365 * 86_400_000;
    watch.storage.erase('vigil.state.json');
    watch.restart();
    await rest(watch, 5);
    watch.skewMs = 0;
    await rest(watch, 5);
    const uptimes = worn.requests.map(({ body }) => JSON.parse(body ?? '{}').uptime_ms);
    const last = uptimes.slice(-9);
    for (const [i, uptime] of last.slice(1).entries()) assert.equal(uptime - last[i], 1000);
  });
});

describe('the queue of the watch', () => {
  it('keeps twenty minutes without Bluetooth in flash, also through a restart, and hands it over', async () => {
    const worn = await wornWatch({ gateway: true });
    const { watch } = worn;
    await rest(watch, 10);
    watch.connected = false;
    const away = 1200;
    await coarseRest(watch, away / 2);
    await play(watch, HARD);
    const fallS = Math.floor(HARD.length / 25);
    await coarseRest(watch, away / 2 - fallS);
    watch.load();
    const blocks = [...watch.storage.files.keys()].filter((name) => name.startsWith('vigil.q'));
    // Ten bytes a second, and the seconds around the impact whole.
    assert.ok(blocks.length >= 3 && blocks.length <= 7, String(blocks.length));
    assert.deepEqual(await fallsOf(worn), []);
    watch.connect();
    const queued = () => [...watch.storage.files.keys()].filter((name) => name.startsWith('vigil.q')).length;
    let minutes = 0;
    for (; queued() > 0 && minutes < 15; minutes++) await coarseRest(watch, 60);
    assert.equal(queued(), 0, JSON.stringify(watch.status()));
    const stored = await readingsOf(worn);
    const seconds = away + 10 + 60 * minutes;
    assert.ok(Math.abs(stored - seconds) <= 8, `${stored} of ${seconds}`);
    await eventually('the fall of the backlog', async () => (await fallsOf(worn)).length === 1);
  });

  it('hands over in messages that Gadgetbridge can take, each reading once', async () => {
    const worn = await wornWatch();
    const { watch } = worn;
    await rest(watch, 3);
    watch.connected = false;
    await coarseRest(watch, 240);
    watch.connect();
    await coarseRest(watch, 150);
    const chunks = worn.requests.filter(({ url }) => url.endsWith('/backlog'));
    assert.ok(
      chunks.length >= 10 && chunks.every(({ body = '' }) => body.length < 2700),
      String(chunks.length),
    );
    assert.equal(watch.status().queued, false);
    const stored = await readingsOf(worn);
    assert.ok(Math.abs(stored - 393) <= 4, String(stored));
  });

  it('drops the oldest readings when the flash is full, and never writes a place twice', async () => {
    const worn = await wornWatch();
    const { watch } = worn;
    watch.connected = false;
    watch.storage.free = 120_000;
    await coarseRest(watch, 4000);
    watch.load();
    const free = watch.storage.free;
    assert.ok(free > 0 && watch.storage.files.size > 5);
    await rest(watch, 10);
    assert.equal(watch.status().state, 'away');
  });

  it('sends no reading with a time while the watch does not know the time', async () => {
    const worn = await wornWatch();
    const { watch } = worn;
    watch.skewMs = -50 * 365 * 86_400_000;
    watch.restart();
    watch.connected = false;
    await rest(watch, 200);
    watch.connect();
    await rest(watch, 60);
    const late = worn.requests.filter(({ url }) => url.endsWith('/backlog'));
    assert.deepEqual(late, []);
  });
});
