import type { Scenario } from './scenario.ts';
import { all } from './scenarios/all.ts';
import { backup } from './scenarios/backup.ts';
import { connections } from './scenarios/connections.ts';
import { board } from './scenarios/console.ts';
import { disk } from './scenarios/disk.ts';
import { failover } from './scenarios/failover.ts';
import { growth } from './scenarios/growth.ts';
import { http } from './scenarios/http.ts';
import { instances } from './scenarios/instances.ts';
import { lists } from './scenarios/lists.ts';
import { live } from './scenarios/live.ts';
import { mixed } from './scenarios/mixed.ts';
import { mosquitto } from './scenarios/mosquitto.ts';
import { mqtt } from './scenarios/mqtt.ts';
import { packing } from './scenarios/packing.ts';
import { receipts } from './scenarios/receipts.ts';
import { response } from './scenarios/response.ts';
import { small } from './scenarios/small.ts';
import { ws } from './scenarios/ws.ts';

/** Scenarios by their name on the command line: `npm run loadtest -- NAME`. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  http,
  mqtt,
  mosquitto,
  ws,
  small,
  live,
  response,
  receipts,
  console: board,
  lists,
  mixed,
  growth,
  instances,
  failover,
  connections,
  disk,
  packing,
  backup,
  all,
};
