import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inProject } from '../helpers/project.ts';
import { compile, SANITIZER, skipWithoutCompiler } from './compiler.ts';

const ONLINE = 'turn - connected -';
/** 2026-03-01T00:00:00.000Z, after a February of 28 days. */
const MARCH = Date.UTC(2026, 2, 1);

describe('the core of the reference firmware, with a clock that is moved', {
  skip: skipWithoutCompiler,
}, () => {
  let folder: string;
  let program: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-wearable-'));
    const harness = readFileSync(inProject('test', 'firmware', 'core-harness.c'), 'utf8');
    program = compile(harness, folder, [
      '-DVIGIL_QUEUE_LENGTH=4',
      '-DVIGIL_BACKLOG_BATCH=3',
      '-DVIGIL_BACKLOG_LENGTH=5',
    ]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Plays commands; messages are shortened to their topic and the times of their readings. */
  function play(script: string, ...storage: string[]): string[] {
    const { stdout, stderr, status } = spawnSync(program, storage, {
      input: script,
      env: SANITIZER,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    return stdout.trim().split('\n').map(shortened);
  }
  function shortened(line: string): string {
    const [, what, text = ''] = /^publish (\d+ \w+) (.*)$/.exec(line) ?? [];
    if (what === undefined) return line;
    const message = JSON.parse(text);
    const times = [message]
      .flat()
      .map(({ recorded_at, uptime_ms, answer }) => answer ?? recorded_at ?? uptime_ms);
    return `${what} ${times.join(' ')}`;
  }

  it('keeps a reading until its PUBACK and sends it again where the library forgets it, buttons first', () => {
    const script = `${ONLINE} add 2 turn - ack 1 disconnected - wait 500 add 1 press help turn - connected - turn - ack 3 ack 4 ack 5 count -`;
    assert.deepEqual(play(script), [
      'turn connect',
      ...['1 readings 0', '2 readings 1000', 'turn nothing'],
      'turn connect',
      ...['3 answers help', '4 readings 1000', '5 readings 2500', 'turn nothing'],
      'told help',
      'waiting 0 lost 0',
    ]);
  });

  it('leaves a message to a library that resends it', () => {
    const script = `resends 1 ${ONLINE} add 1 turn - disconnected - wait 1000 turn - connected - turn - ack 1 count -`;
    assert.deepEqual(play(script), [
      ...['turn connect', '1 readings 0', 'turn nothing'],
      ...['turn connect', 'turn nothing', 'waiting 0 lost 0'],
    ]);
  });

  it('abandons a connection after five seconds without a PUBACK, and never one on which nothing is sent', () => {
    const script = `${ONLINE} wait 60000 turn - add 1 turn - wait 4500 turn - wait 1000 turn - turn - wait 500 turn -`;
    assert.deepEqual(play(script), [
      ...['turn connect', 'turn nothing', '1 readings 60000', 'turn nothing', 'turn nothing', 'turn abandon'],
      ...['turn nothing', 'turn connect'],
    ]);
  });

  it('waits 1 s, 2 s, 4 s … a minute between connections, and a minute at once with a wrong token', () => {
    const waits = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
    const failing = waits.map((ms) => `disconnected - wait ${ms - 1} turn - wait 1 turn -`).join(' ');
    assert.deepEqual(play(`turn - ${failing}`), [
      'turn connect',
      ...waits.flatMap(() => ['turn nothing', 'turn connect']),
    ]);
    assert.deepEqual(play('turn - wrong-token - disconnected - wait 29999 turn - wait 1 turn -'), [
      ...['turn connect', 'turn nothing', 'turn connect'],
    ]);
  });

  it('drops an OK that could not be sent for a minute, and never a call for help', () => {
    const script = `press ok press help press help wait 60001 ${ONLINE} turn - ack 1 count -`;
    assert.deepEqual(play(script), [
      'turn connect',
      '1 answers help',
      'turn nothing',
      'told help',
      'waiting 0 lost 0',
    ]);
    const soon = `press ok wait 59000 ${ONLINE} turn - ack 1`;
    assert.deepEqual(play(soon), ['turn connect', '1 answers ok', 'turn nothing', 'told ok']);
  });

  it('asks once for each fall, and passes a refusal on', () => {
    const [yes, no] = ['{"success":true,"fallDetected":true}', '{"success":true,"fallDetected":false}'];
    const script = `answer ${yes} answer ${yes} answer ${no} answer ${yes} answer {"status":400}`;
    assert.deepEqual(play(script), ['ask', 'ask', 'refused {"status":400}']);
  });

  it('moves the oldest readings to the storage when the queue is full, and sends them with their times', () => {
    const file = join(folder, 'full');
    const time = (second: number) => new Date(MARCH + second * 1000).toISOString();
    const script = `clock ${MARCH} add 8 ${ONLINE} turn - ack 5 wait 5000 turn - wait 1000 turn - ack 6 count -`;
    const sent = play(script, file);
    assert.deepEqual(sent.slice(0, 7), [
      'turn connect',
      ...['1 readings 4000', '2 readings 5000', '3 readings 6000', '4 readings 7000'],
      `5 backlog ${time(0)} ${time(1)} ${time(2)}`,
      'turn nothing',
    ]);
    assert.ok(sent.includes(`6 backlog ${time(3)}`), sent.join('\n'));
  });

  it('loses the oldest readings without a clock, without storage, or when the storage is full', () => {
    assert.deepEqual(play('add 6 count -', join(folder, 'no-clock')), ['waiting 4 lost 2']);
    assert.deepEqual(play(`clock ${MARCH} add 6 count -`), ['waiting 4 lost 2']);
    assert.deepEqual(play(`clock ${MARCH} add 12 count -`, join(folder, 'small')), ['waiting 9 lost 3']);
  });

  it('drops no reading that it did not send when the storage is full while a backlog is in flight', () => {
    const script = `clock ${MARCH} add 9 ${ONLINE} turn - ack 1 ack 2 ack 3 ack 4 disconnected - add 5 count - ack 5 count -`;
    // Five of nine were stored, three of these are in flight. The first of them makes room for one of the next five.
    assert.deepEqual(play(script, join(folder, 'in-flight')).slice(-2), [
      'waiting 9 lost 1',
      'waiting 7 lost 1',
    ]);
  });

  it('keeps the storage over a restart, and starts it empty if it is damaged', async () => {
    const file = join(folder, 'restart');
    assert.deepEqual(play(`clock ${MARCH} add 3 save - count -`, file), ['not kept 0', 'waiting 3 lost 0']);
    assert.deepEqual(play('count -', file), ['waiting 3 lost 0']);
    // The last reading is cut off.
    await truncate(file, 16 + 2 * 168 + 10);
    const sent = play(`${ONLINE} turn - ack 1 wait 6000 turn - wait 6000 turn - count -`, file);
    assert.equal(sent[1]?.split(' ').length, 4, 'two readings');
    assert.equal(sent.at(-1), 'waiting 0 lost 0');
    await writeFile(file, 'something else, much longer than the header of this file');
    assert.deepEqual(play('count -', file), ['waiting 0 lost 0']);
  });
});
