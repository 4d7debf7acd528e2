import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  count,
  describe,
  duration,
  flag,
  Mistake,
  optionalCount,
  parseOptions,
  sizes,
  words,
} from '../../loadtest/rules/options.ts';

const TABLE = {
  devices: count(1000, 'wearables'),
  rate: optionalCount('readings per second'),
  duration: duration('10s', 'how long'),
  sockets: sizes([10, 100], 'sockets'),
  parts: words(['http', 'mqtt'], 'only these'),
  'find-rate': flag('searches'),
};

suite('the options of load tests', () => {
  test('an omitted option has its default', () => {
    assert.deepEqual(parseOptions(TABLE, []), {
      devices: 1000,
      rate: undefined,
      duration: 10,
      sockets: [10, 100],
      parts: ['http', 'mqtt'],
      'find-rate': false,
    });
  });

  test('a value follows the name or an equals sign', () => {
    const values = parseOptions(TABLE, [
      ...['--devices', '10_000', '--rate=500', '--duration', '2m', '--find-rate'],
      ...['--sockets', '1,2,3', '--parts', 'mqtt'],
    ]);
    assert.deepEqual(values, {
      devices: 10_000,
      rate: 500,
      duration: 120,
      sockets: [1, 2, 3],
      parts: ['mqtt'],
      'find-rate': true,
    });
  });

  test('errors name the option', () => {
    const mistakes: readonly [string[], RegExp][] = [
      [['--dvices', '5'], /unknown option --dvices/],
      [['devices'], /unknown option devices/],
      [['--constructor', '5'], /unknown option --constructor/],
      [['--devices'], /--devices needs a value/],
      [['--devices', '0'], /--devices 0: must be above 0/],
      [['--rate', 'fast'], /--rate fast: must be a whole number/],
      [['--duration', '10x'], /--duration 10x: must be a duration/],
      [['--parts', 'smtp'], /unknown name smtp; known: http, mqtt/],
      [['--find-rate=1'], /--find-rate takes no value/],
    ];
    for (const [args, message] of mistakes) {
      assert.throws(
        () => parseOptions(TABLE, args),
        (error) => error instanceof Mistake && message.test(error.message),
      );
    }
  });

  test('the help names every option with its default', () => {
    const help = describe(TABLE, 80);
    for (const name of Object.keys(TABLE)) assert.match(help, new RegExp(`--${name}`));
    assert.match(help, /--duration TIME +how long \(10s\)/);
  });
});
