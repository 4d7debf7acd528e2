import type { MqttVersion } from './links/mqtt-link.ts';
import { count, duration, flag, Mistake, type Option, optionalCount } from './rules/options.ts';

/** Options of the scenarios that send readings over one transport. */
export const loadOptions = (defaults: { readonly connections: number; readonly window: number }) => ({
  devices: count(1000, 'wearables that take turns'),
  connections: count(defaults.connections, 'connections that they share'),
  window: count(defaults.window, 'readings in flight on each connection, in a closed loop'),
  duration: duration('10s', 'how long each server is measured in a round'),
  rounds: count(3, 'number of rounds in which the servers take turns; the median of each counts'),
  rate: optionalCount(
    'a fixed number of readings per second, independent of responses; latency counts from the scheduled time',
    'none: closed loop, as fast as responses arrive',
  ),
  'find-rate': flag('searches the highest rate with p99 below --p99, in open loops'),
  p99: count(100, 'maximum p99 for --find-rate, in milliseconds'),
  step: duration('4s', 'length of a step of --find-rate'),
  'no-baselines': flag('measures Vigil only'),
});

export const protocolOption = (instead: string): Option<MqttVersion> => ({
  shape: 'N',
  meaning: `version of the protocol: 4 is MQTT 3.1.1; 5 is compared with it, instead of ${instead}`,
  shown: '4',
  fallback: 4,
  parse(text) {
    if (text !== '4' && text !== '5') throw new Mistake('must be 4 or 5');
    return text === '4' ? 4 : 5;
  },
});
