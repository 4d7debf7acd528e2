import { count, duration, flag, optionalCount } from './rules/options.ts';

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
  'no-baselines': flag('measures Vigil only'),
});
