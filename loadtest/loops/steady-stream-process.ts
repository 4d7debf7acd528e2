// The other side of steady-stream.ts.
import { once } from 'node:events';
import { openMqttLinks } from '../links/mqtt-link.ts';
import { openLoop } from './open-loop.ts';
import type { SteadyStreamParts, SteadyStreamResult } from './steady-stream.ts';

const ended = new AbortController();
const [{ port, devices, mostSeconds }] = (await once(process, 'message')) as [SteadyStreamParts];
process.once('message', () => ended.abort());

const links = await openMqttLinks(port, devices);
const driven = await openLoop({ links, rate: links.length, seconds: mostSeconds, signal: ended.signal });
for (const link of links) link.close();
const { sent, failed, failures, latencies } = driven;
const result: SteadyStreamResult = { sent, failed, failures, latencies: latencies.spread() };
process.send?.(result);
