import { count, duration, flag, optionalCount } from './rules/options.ts';

/** Of the scenarios that send readings over one transport. */
export const loadOptions = (defaults: { readonly connections: number; readonly window: number }) => ({
  devices: count(1000, 'wearables that take turns'),
  connections: count(defaults.connections, 'connections that they share'),
  window: count(defaults.window, 'readings in flight on each connection, in a closed loop'),
  duration: duration('10s', 'how long each contestant is measured, each time'),
  rounds: count(3, 'times that the contestants take turns; the median of each counts'),
  rate: optionalCount(
    'open loop: so many readings per second whatever the answers do; latency counts from the intended time',
    'none: closed loop, as fast as answers come',
  ),
  'find-rate': flag('searches the highest rate whose p99 stays below --p99, by open loops'),
  p99: count(100, 'bound for --find-rate, in milliseconds'),
  step: duration('4s', 'length of a step of --find-rate'),
  'no-baselines': flag('measures Vigil alone'),
});
