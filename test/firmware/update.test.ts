import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createRandom } from '../../firmware-sim/random.ts';
import { inProject } from '../helpers/project.ts';
import { compile, inFirmware, SANITIZER, skipWithoutSodium } from './compiler.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
const IMAGE = 'the whole image of a firmware';
const URL = 'https://vigil.example/api/firmware/one/image';

interface Offer {
  readonly id: string;
  readonly version: string;
  readonly url: string;
  readonly size: number;
  readonly sha256: string;
  readonly signature: string;
}

function offerOf(fields: Partial<Offer> = {}, image = IMAGE): Offer {
  const offer = {
    ...{ id: 'one', version: '1.5.0', url: URL, size: image.length },
    sha256: createHash('sha256').update(image).digest('hex'),
    ...fields,
  };
  const text = `vigil-update ${offer.version} ${offer.size} ${offer.sha256}`;
  return { signature: sign(null, Buffer.from(text), privateKey).toString('base64'), ...offer };
}
const offered = (fields: Partial<Offer> = {}, image = IMAGE): string =>
  `offer ${JSON.stringify(offerOf(fields, image))}`;
const state = (id: number, version: string, name: string, error?: string): string =>
  `publish ${id} devices/AA:BB:CC:DD:EE:FF/updates/state ${JSON.stringify({ version, state: name, ...(error && { error }) })}`;

describe("updates of the reference firmware's core, with a clock that is moved", {
  skip: skipWithoutSodium,
}, () => {
  let folder: string;
  let program: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-update-'));
    const harness = readFileSync(inProject('test', 'firmware', 'update-harness.c'), 'utf8');
    program = compile(harness, folder, [inFirmware('core', 'cryptography.c'), '-lsodium']);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  function play(lines: readonly string[], settings: Readonly<Record<string, string>> = {}): string[] {
    const { stdout, stderr, status } = spawnSync(program, {
      input: `${lines.join('\n')}\n`,
      env: { ...SANITIZER, KEY, ...settings },
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    return stdout.trim().split('\n');
  }
  const LOAD = ['wanted -', 'status 200', `data ${IMAGE}`, 'ended -'];
  const LOADED = ['open', `get ${URL} from 0`, 'read', 'close', 'start trial', 'restart'];

  it('take a signed image, report it, and confirm it with the first reading that is acknowledged', () => {
    assert.deepEqual(
      play([
        ...[offered(), 'turn 5', ...LOAD.slice(0, 1), 'turn 5', ...LOAD.slice(1)],
        ...['trial 1', 'restart 1.5.0', offered(), 'wanted -', 'turn 0', 'turn 1', 'ack 2', 'turn 2'],
      ]),
      [
        ...['taken', 'open', `get ${URL} from 0`, state(1, '1.5.0', 'loading')],
        ...['read', 'close', 'start trial', 'restart'],
        ...['taken', 'nothing wanted', 'confirm', state(2, '1.5.0', 'installed'), 'own'],
      ],
    );
  });

  it('go back after ten minutes without an acknowledged reading, and never take this offer again', () => {
    const trial = ['trial 1', 'restart 1.5.0', 'wait 599999', 'turn 0', 'wait 1', 'offline 0'];
    assert.deepEqual(
      play([
        ...[offered(), ...LOAD, ...trial],
        ...['trial 0', 'restart 1.4.2', 'turn 0', 'connected -', 'turn 0', 'ack 2', offered(), 'wanted -'],
        ...['restart 1.4.2', 'turn 0', offered(), offered({ id: 'two' }), 'wanted -'],
      ]),
      [
        ...['taken', ...LOADED, 'roll back'],
        state(1, '1.5.0', 'rolled_back', 'no reading of the new version was acknowledged'),
        state(2, '1.5.0', 'rolled_back', 'no reading of the new version was acknowledged'),
        ...['own', 'this offer failed before', 'nothing wanted'],
        ...['this offer failed before', 'taken', 'open', `get ${URL} from 0`],
      ],
    );
  });

  it('survive a power cut between confirmation and record, and a record that is damaged', () => {
    assert.deepEqual(play([offered(), ...LOAD, 'restart 1.5.0', 'turn 0']).slice(-1), [
      state(1, '1.5.0', 'installed'),
    ]);
    const cut = play([offered(), ...LOAD, 'restart 1.4.2', 'turn 0']);
    assert.match(cut.at(-1) ?? '', /rolled_back/, 'a cut before the switch counts as a rollback');
    const damaged = play([offered({ version: '1.0' }), 'damage -', 'restart 1.4.2', 'turn 0', offered()]);
    assert.deepEqual(damaged, ['the version is not newer', 'taken']);
  });

  it('take an offer that failed once more after it was withdrawn', () => {
    const script = [offered({}, 'another image'), 'wanted -', 'status 200', 'data short', 'offer '];
    assert.deepEqual(
      play([
        ...[offered({ signature: Buffer.alloc(64).toString('base64') }), offered(), 'offer null', offered()],
        ...script,
        'data short',
      ]),
      [
        ...['the signature is wrong', 'this offer failed before', 'taken', 'taken'],
        ...['taken', 'open', `get ${URL} from 0`, 'read', 'taken', 'stop'],
      ],
    );
  });

  it('refuse what is not newer, not signed for this image, or not reached by HTTPS, before they load anything', () => {
    const wrong: readonly [string, string][] = [
      [offered({ version: '1.4.1' }), 'the version is not newer'],
      [offered({ version: '1.' }), 'the version is not numbers with dots'],
      [offered({ version: '2.0-rc1' }), 'the version is not numbers with dots'],
      [offered({ version: '1.4' }), 'the version is not newer'],
      [offered({ url: 'http://vigil/api' }), 'the address is not https'],
      [offered({ signature: offerOf({ version: '1.6' }).signature }), 'the signature is wrong'],
      [offered({ signature: offerOf({ size: 30 }).signature }), 'the signature is wrong'],
      [offered({ signature: offerOf({}, 'another').signature }), 'the signature is wrong'],
    ];
    for (const [offer, problem] of wrong)
      assert.deepEqual(play([offer, 'wanted -', 'turn 0'], { HTTPS_ONLY: '1' }), [
        problem,
        'nothing wanted',
        state(1, JSON.parse(offer.slice(6)).version, 'failed', problem),
      ]);
    assert.deepEqual(play([offered({ version: '1.4.2' }), 'wanted -', 'turn 0']), [
      'taken',
      'nothing wanted',
    ]);
    assert.deepEqual(play([offered()], { KEY: 'c2hvcnQ=' }), ['this firmware has no public key']);
  });

  it('read an offer in any order with unknown fields, and say what is wrong with another', () => {
    const { id, version, url, size, sha256, signature } = offerOf();
    const mixed = {
      notes: { de: ['a}', '"'] },
      signature,
      a_name_that_is_longer_than_any: [1, null],
      sha256,
    };
    const other = { size, url, version, id, forced: true };
    assert.deepEqual(play([`offer ${JSON.stringify({ ...mixed, ...other })}`]), ['taken']);
    const whole = JSON.stringify(offerOf());
    const texts: readonly [string, string][] = [
      ['not JSON', 'this is not an offer'],
      ['{}', 'the offer is damaged'],
      [whole.slice(0, -1), 'the offer is damaged'],
      [`${whole}}`, 'there is text after the offer'],
      [JSON.stringify({ ...offerOf(), padding: 'x'.repeat(2100) }), 'the offer is too long'],
      [JSON.stringify({ ...offerOf(), size: -1 }), 'a value of the offer is damaged or too long'],
      [JSON.stringify({ ...offerOf(), size: 2 ** 32 }), 'a value of the offer is damaged or too long'],
      [JSON.stringify({ ...offerOf(), size: 1.5 }), 'the offer is damaged'],
      [JSON.stringify({ ...offerOf(), size: 0 }), 'the size is missing'],
      [JSON.stringify({ ...offerOf(), id: undefined }), 'the id is missing'],
      [JSON.stringify({ ...offerOf(), version: '1"x' }), 'the version is missing or damaged'],
      [JSON.stringify({ ...offerOf(), version: '' }), 'the version is missing or damaged'],
      [
        JSON.stringify({ ...offerOf(), version: '1'.repeat(33) }),
        'a value of the offer is damaged or too long',
      ],
      [JSON.stringify({ ...offerOf(), url: 'file:///etc' }), 'the address is missing or no http address'],
      [JSON.stringify({ ...offerOf(), sha256: 'AB'.repeat(32) }), 'the hash is missing or damaged'],
      [JSON.stringify({ ...offerOf(), signature: 'AAAA' }), 'the signature is missing or damaged'],
    ];
    assert.deepEqual(
      play(texts.map(([text]) => `offer ${text}`)),
      texts.map(([, problem]) => problem),
    );
  });

  it('compare versions number by number', () => {
    const pairs = [
      ['1.10 1.9.3', 'newer'],
      ['1.4.2.1 1.4.2', 'newer'],
      ['1.4.0 1.4', 'not newer'],
      ['2 1.99.99', 'newer'],
      ['01.4 1.4', 'not newer'],
      ['9999999999 1', 'not newer'],
      ['1.5-beta 1.4', 'not newer'],
    ];
    assert.deepEqual(
      play(pairs.map(([pair]) => `newer ${pair}`)),
      pairs.map(([, answer]) => answer),
    );
  });

  it('resume a broken download, start again if the service sends all of it, and wait longer without progress', () => {
    const half = IMAGE.length >> 1;
    const [front, back] = [IMAGE.slice(0, half), IMAGE.slice(half)];
    assert.deepEqual(
      play([
        ...[offered(), 'wanted -', 'status 200', `data ${front}`, 'ended -', 'wanted -', 'wait 2500'],
        ...['wanted -', 'status 503', 'ended -', 'wait 29999', 'wanted -', 'wait 1', 'wanted -', 'ended -'],
        ...['wait 60000', 'wanted -', 'status 200', `data ${front}`, 'ended -', 'wait 2500', 'wanted -'],
        ...['status 206', `data ${back}`, 'ended -'],
      ]),
      [
        ...['taken', 'open', `get ${URL} from 0`, 'read', 'not yet', 'nothing wanted'],
        ...[
          `get ${URL} from ${half}`,
          'stop',
          'not yet',
          'nothing wanted',
          `get ${URL} from ${half}`,
          'not yet',
        ],
        ...[`get ${URL} from ${half}`, 'open', 'read', 'not yet', `get ${URL} from ${half}`, 'read'],
        ...['close', 'start trial', 'restart'],
      ],
    );
  });

  it('report an image that is wrong, longer, shorter, missing, or does not fit, and keep the running version', () => {
    const begun = ['taken', 'open', `get ${URL} from 0`];
    const failing: readonly [string[], string[], string][] = [
      [['status 200', `data ${IMAGE.toUpperCase()}`], ['read', 'not yet'], 'the hash of the image is wrong'],
      [
        ['status 200', `data ${IMAGE}!`],
        ['read', 'stop', 'not yet'],
        'the image is longer than its offer says',
      ],
      [['status 416'], ['stop', 'not yet'], 'the image is shorter than its offer says'],
      [['status 404'], ['stop', 'not yet'], 'the image is not there'],
    ];
    for (const [lines, printed, error] of failing)
      assert.deepEqual(play([offered(), 'wanted -', ...lines, 'ended -', 'turn 0', 'wanted -']), [
        ...[...begun, ...printed, state(1, '1.5.0', 'failed', error), 'nothing wanted'],
      ]);
    assert.deepEqual(play(['slot 10', offered(), 'wanted -', 'turn 0']), [
      ...['taken', 'open', 'nothing wanted', state(1, '1.5.0', 'failed', 'there is no room for the image')],
    ]);
    const broken = play([
      offered(),
      'wanted -',
      'status 200',
      'flash-fails 1',
      `data ${IMAGE}`,
      'ended -',
      'turn 0',
    ]);
    assert.deepEqual(broken.slice(-3), [
      ...['stop', 'not yet', state(1, '1.5.0', 'failed', 'the flash cannot be written')],
    ]);
  });

  it('harm no memory with an offer that is damaged anywhere', () => {
    const random = createRandom('offers');
    const whole = JSON.stringify(offerOf());
    const damaged = Array.from({ length: 4_000 }, () => {
      const at = random.whole(0, whole.length - 1);
      const bits = [
        '',
        '"',
        '\\',
        ':',
        '{',
        '[',
        '}',
        ']',
        ',',
        '\u0001',
        'é',
        '9'.repeat(12),
        'x'.repeat(random.whole(1, 300)),
      ];
      const mixed = whole.slice(0, at) + random.pick(bits) + whole.slice(at + random.whole(0, 90));
      return `offer ${mixed}`;
    });
    // The address sanitizer ends the program at the first access out of bounds.
    const answers = play(damaged);
    assert.equal(answers.length, damaged.length);
    assert.ok(new Set(answers).size >= 8, 'many kinds of damage');
  });
});
