import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { logInAsAdmin } from '../helpers/people.ts';
import { makeKey, sha256Of, signatureOf, upload } from '../updates/firmware.ts';
import { app, coarseRest, firmware, type Worn, wornWatch } from './service.ts';
import { CONFIG, type HttpRequest, inApp, metadata, Watch } from './watch.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An image of another version of the app, by the script that engineers use. */
function makeImage(version: string, change = (lib: string): string => lib): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-image-'));
  folders.push(folder);
  cpSync(inApp(), folder, { recursive: true });
  const lib = readFileSync(inApp('lib.js'), 'latin1').replace(/VERSION = '.*'/, `VERSION = '${version}'`);
  writeFileSync(join(folder, 'lib.js'), change(lib));
  writeFileSync(join(folder, 'metadata.json'), JSON.stringify({ ...metadata, version }));
  const { status, stderr } = spawnSync('node', [inApp('make-image.mjs'), join(folder, 'image'), folder]);
  assert.equal(status, 0, String(stderr));
  return readFileSync(join(folder, 'image'));
}

const brokenAtStart = (lib: string): string => `throw new Error('broken');\n${lib}`;
const filesOf = ({ storage }: Watch): string[] => storage.list(/^vigil\.(o\d|new|trial|starts|failed)$/);
const versionOf = ({ storage }: Watch): string | undefined =>
  /VERSION = '(.*?)'/.exec(storage.read('vigil') ?? '')?.[1];
const OLD_LIB = readFileSync(inApp('lib.js'), 'latin1');
const isOld = ({ storage }: Watch): boolean => storage.read('vigil') === OLD_LIB;

describe('an update of the watch by the service', () => {
  const publish = async (version: string, image: Buffer): Promise<string> => {
    const admin = await logInAsAdmin(app);
    const signature = signatureOf(firmware.key, version, image);
    const { status, body } = await upload(app, admin, { version, signature, image, model: 'bangle2' });
    assert.equal(status, 201, JSON.stringify(body));
    const { id } = body.data;
    const { token } = admin;
    assert.equal(
      (await app.call('POST', `/firmware/${id}/rollout`, { token, body: { share: 1 } })).status,
      200,
    );
    return id;
  };
  const stateOf = async ({ device }: Worn, image: string): Promise<Json> => {
    const { token } = await logInAsAdmin(app);
    const { body } = await app.call('GET', `/firmware/${image}/devices`, { token });
    return body.data.find(({ deviceId }: Json) => deviceId === device.id);
  };
  const withdraw = async (image: string): Promise<void> => {
    const { token } = await logInAsAdmin(app);
    assert.equal((await app.call('DELETE', `/firmware/${image}`, { token })).status, 204);
  };
  /** The states on the way to one of them. */
  const statesUntil = async (worn: Worn, image: string, wanted: string): Promise<string[]> => {
    const seen: string[] = [];
    for (let minutes = 0; minutes < 10; minutes += 1 / 4) {
      const { state } = (await stateOf(worn, image)) ?? {};
      if (state !== undefined && seen.at(-1) !== state) seen.push(state);
      if (state === wanted) return seen;
      await coarseRest(worn.watch, 15);
    }
    throw new Error(
      `${seen} ${JSON.stringify(await stateOf(worn, image))} ${worn.watch.storage.read('vigil.up.json')}`,
    );
  };

  it('is loaded in pieces, checked and installed; a reading of the new version confirms it', async () => {
    const worn = await wornWatch({ updateKey: firmware.setting });
    const id = await publish('0.03', makeImage('0.03'));
    await coarseRest(worn.watch, 3);
    assert.deepEqual(await statesUntil(worn, id, 'installed'), ['offered', 'loading', 'installed']);
    await coarseRest(worn.watch, 5);
    assert.equal(versionOf(worn.watch), '0.03');
    assert.deepEqual(filesOf(worn.watch), []);
    const readings = worn.requests.filter(({ body = '' }) => body.includes('"firmware_version":"0.03"'));
    assert.ok(readings.length > 0);
    const pieces = worn.requests.filter(({ url }) => url.endsWith('/image'));
    assert.ok(pieces.length > 10 && pieces.every(({ headers }) => headers.Range?.startsWith('bytes=')));
    // Its readings went on meanwhile.
    const times = worn.requests.flatMap(({ body = '' }) => /"uptime_ms":(\d+)/.exec(body)?.[1] ?? []);
    const gaps = times.slice(1).map((time, i) => Number(time) - Number(times[i]));
    assert.ok(Math.max(...gaps) < 5000, String(Math.max(...gaps)));
    await withdraw(id);
  });

  it('is taken back when it throws at its start, and reported', async () => {
    const worn = await wornWatch({ updateKey: firmware.setting });
    const id = await publish('0.04', makeImage('0.04', brokenAtStart));
    await statesUntil(worn, id, 'rolled_back');
    assert.match((await stateOf(worn, id)).error, /did not start: .*broken/);
    assert.ok(isOld(worn.watch));
    await withdraw(id);
  });

  it('is refused with a signature of another key, and by a watch without a key', async () => {
    for (const [version, config, error] of [
      ['0.05', { updateKey: makeKey().setting }, 'The signature is wrong'],
      ['0.06', {}, 'The watch has no update key'],
    ] as const) {
      const worn = await wornWatch(config);
      const id = await publish(version, makeImage(version));
      await statesUntil(worn, id, 'failed');
      assert.equal((await stateOf(worn, id)).error, error);
      assert.ok(isOld(worn.watch));
      assert.ok(!worn.requests.some(({ url }) => url.endsWith('/image')));
      await withdraw(id);
    }
  });
});

/** A watch whose signatures are taken for right, beside a service that goes on offering one image. */
function offered(image: Buffer, version = '0.03') {
  const reports: { version: string; state: string; error?: string }[] = [];
  const requests: HttpRequest[] = [];
  const offer: Json = {
    id: 'an-id',
    version,
    url: '',
    size: image.length,
    sha256: sha256Of(image),
    signature: '',
  };
  const service = { offer, reports, requests, readings: 0, refusesReadings: false, watch: newWatch() };
  function newWatch(): Watch {
    const watch = new Watch(async (request) => {
      const { url, headers, body = '' } = request;
      if (url.endsWith('/sensor-stream')) {
        if (service.refusesReadings) return { status: 400, text: '' };
        service.readings++;
        return { status: 200, text: '{"data":{"fallDetected":false}}' };
      }
      requests.push(request);
      if (url.endsWith('/updates')) return { status: 200, text: JSON.stringify({ data: service.offer }) };
      if (url.endsWith('/updates/state')) {
        reports.push(JSON.parse(body));
        return { status: 200, text: '{}' };
      }
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.Range ?? '') ?? [];
      return { status: 206, text: image.subarray(Number(from), Number(to) + 1).toString('latin1') };
    });
    watch.storage.write(
      'vigiled',
      `exports.verify = function (k, s, t, done) { done(true); };
       exports.sha256 = function (n, read, done) { done(n === ${image.length} ? '${sha256Of(image)}' : ''); };`,
    );
    watch.configure({ ...CONFIG, updateKey: 'AAAA' });
    watch.restart();
    return watch;
  }
  return service;
}

/** Half a minute to ask, and a second for each piece. */
const LOADING_S = 150;

/** The power fails within the n-th change of the flash: half of what is written is there. */
function failAt(watch: Watch, n: number): void {
  const { storage } = watch;
  const { write, erase } = Object.getPrototypeOf(storage);
  let left = n;
  const isOff = (): boolean => {
    watch.isOff ||= left-- === 0;
    return watch.isOff;
  };
  storage.write = (name, data, offset = 0, size = 0) => {
    const wasOff = watch.isOff;
    if (!isOff()) return write.call(storage, name, data, offset, size);
    const half = data.length / 2;
    const begun = typeof data === 'string' ? data.slice(0, half) : Array.from(data).slice(0, half);
    if (!wasOff) write.call(storage, name, begun, offset, size || data.length);
    return true;
  };
  storage.erase = (name) => {
    if (!isOff()) erase.call(storage, name);
  };
}

/** Comes back after the power failed. */
function repower({ watch }: { watch: Watch }): void {
  const { storage } = watch;
  const { write, erase } = Object.getPrototypeOf(storage);
  Object.assign(storage, { write, erase });
  watch.restart();
}

const snapshot = ({ storage }: Watch): Map<string, Uint8Array> =>
  new Map([...storage.files].map(([name, bytes]) => [name, Uint8Array.from(bytes)]));
function reset({ storage }: Watch, files: Map<string, Uint8Array>): void {
  storage.files.clear();
  for (const [name, bytes] of files) storage.files.set(name, Uint8Array.from(bytes));
}

describe('the switch to a new version', () => {
  it('leaves one whole version that works wherever the power fails, on the way there and back', async () => {
    const brokenImage = makeImage('0.04', brokenAtStart);
    for (const [image, version, wanted] of [
      [makeImage('0.03'), '0.03', '0.03'],
      [brokenImage, '0.04', metadata.version],
    ] as const) {
      const service = offered(image, version);
      const { watch } = service;
      // The whole image is there, and the next step installs it.
      for (let s = 0; (watch.storage.read('vigil.new', image.length - 1) ?? '\xff') === '\xff'; s++) {
        assert.ok(s < LOADING_S);
        await coarseRest(watch, 1);
      }
      const before = snapshot(watch);
      let cuts = 0;
      // Each step of the switch; only some in the middle of a file.
      for (let n = 0; ; n += 1 + (cuts % 7)) {
        reset(watch, before);
        watch.restart();
        failAt(watch, n);
        await coarseRest(watch, 75);
        const failed = watch.isOff;
        repower(service);
        if (!failed) break;
        cuts++;
        const readings = service.readings;
        await coarseRest(watch, 4);
        assert.ok(service.readings > readings, `readings after ${n}`);
        const now = versionOf(watch);
        assert.ok(now === metadata.version || now === wanted, `${n}: ${now}`);
        if (now === metadata.version) assert.ok(isOld(watch), String(n));
      }
      assert.ok(cuts > 20, String(cuts));
      await coarseRest(watch, 80);
      assert.equal(versionOf(watch), wanted);
    }
  });

  it('goes back after ten minutes without an acknowledged reading, and does not take the version again', async () => {
    const image = makeImage('0.03');
    const service = offered(image);
    const { watch, reports, requests } = service;
    for (let s = 0; versionOf(watch) !== '0.03'; s++) {
      assert.ok(s < LOADING_S);
      await coarseRest(watch, 1);
    }
    service.refusesReadings = true;
    await coarseRest(watch, 590);
    assert.equal(versionOf(watch), '0.03');
    await coarseRest(watch, 20);
    assert.ok(isOld(watch));
    service.refusesReadings = false;
    await coarseRest(watch, 150);
    assert.deepEqual(
      reports.map(({ state }) => state),
      ['loading', 'rolled_back'],
    );
    const asked = () => requests.filter(({ url }) => url.endsWith('/image')).length;
    const before = asked();
    watch.load();
    await coarseRest(watch, 90);
    assert.equal(asked(), before);
    // Withdrawn, and offered again.
    const { offer } = service;
    service.offer = null;
    watch.load();
    await coarseRest(watch, 70);
    service.offer = offer;
    watch.load();
    await coarseRest(watch, 70);
    assert.ok(asked() > before);
  });

  it('goes back when the new version restarts the watch again and again', async () => {
    const service = offered(makeImage('0.03'));
    const { watch } = service;
    while (versionOf(watch) !== '0.03') await coarseRest(watch, 1);
    for (let starts = 0; starts < 8; starts++) watch.restart();
    assert.ok(isOld(watch));
    assert.match(watch.storage.read('vigil.failed') ?? '', /too often/);
  });

  it('continues a download after a restart, and begins again after a torn piece', async () => {
    const image = makeImage('0.03');
    const { watch, requests } = offered(image);
    await coarseRest(watch, 75);
    const froms = () =>
      requests.flatMap(({ headers }) => (headers.Range ? Number(/\d+/.exec(headers.Range)?.[0]) : []));
    const reached = froms().at(-1) ?? 0;
    assert.ok(reached > 0 && reached < image.length - 4096, String(reached));
    watch.restart();
    const count = froms().length;
    await coarseRest(watch, 66);
    assert.equal(froms()[count], reached + 2048);
    const last = froms().at(-1) ?? 0;
    watch.storage.files.get('vigil.new')?.fill(255, last + 100);
    watch.restart();
    const again = froms().length;
    await coarseRest(watch, 66);
    assert.equal(froms()[again], 0);
  });

  it('takes no older version, no image of other files, none that is too large, and waits during a fall', async () => {
    for (const version of ['0.02', '0.01', '0.1-beta', 'x']) {
      const { watch, requests } = offered(Buffer.from('x'), version);
      await coarseRest(watch, 70);
      assert.deepEqual(
        requests.map(({ url }) => url.split('/').at(-1)),
        ['updates'],
        version,
      );
    }
    for (const [text, error] of [
      ['{"version":"0.03","files":[["vigil.boot.js",1]]}\nx', /no image/],
      ['{"version":"0.04","files":[["vigil",1]]}\nx', /no image/],
      ['{"version":"0.03","files":[["vigil",2]]}\nx', /no image/],
      ['{"version":"0.03"}\nx', /no image/],
      ['null\n', /no image/],
      ['x'.repeat(140_000), /too large/],
    ] as const) {
      const { watch, reports } = offered(Buffer.from(text));
      await coarseRest(watch, 80);
      assert.match(reports.at(-1)?.error ?? '', error, text.slice(0, 60));
      assert.ok(isOld(watch));
    }
    const { watch, requests } = offered(makeImage('0.03'));
    watch.storage.write('vigil.state.json', JSON.stringify({ fall: { at: watch.nowMs, done: true } }));
    watch.restart();
    await coarseRest(watch, 90);
    assert.deepEqual(requests, []);
  });
});
