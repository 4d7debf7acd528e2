// The process that steady-stream.ts starts.
import { once } from 'node:events';
import { openMqttLinks } from '../links/mqtt-link.ts';
import { openLoop } from './open-loop.ts';
import type { SteadyStreamParts, SteadyStreamResult } from './steady-stream.ts';

// The parent process has ended.
process.once('disconnect', () => process.exit());

const [{ port, devices, mostSeconds }] = (await once(process, 'message')) as [SteadyStreamParts];
const links = await openMqttLinks(port, devices);
process.send?.('connected');

for (;;) {
  await once(process, 'message');
  const enough = new AbortController();
  process.once('message', () => enough.abort());
  process.send?.('begun');
  const { sent, failed, failures, seconds, latencies, lateness } = await openLoop({
    links,
    rate: links.length,
    seconds: mostSeconds,
    signal: enough.signal,
  });
  const result: SteadyStreamResult = {
    sent,
    failed,
    failures,
    seconds,
    latencies: latencies.spread(),
    lateness: lateness.spread(),
  };
  process.send?.(result);
}
