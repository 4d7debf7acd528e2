import type { Module } from '../platform/module.ts';
import { claimPages } from './claim-page.ts';
import { createResponseMetrics } from './metrics.ts';
import { retention } from './retention.ts';
import { sealedSecrets } from './roster/feed-store.ts';
import { rosterRoutes } from './roster/routes.ts';
import { alertRoutes } from './routes/alerts.ts';
import { escalationRoutes } from './routes/escalation.ts';
import { reachRoutes } from './routes/reach.ts';
import { shiftRoutes } from './routes/shifts.ts';
import { wardEscalationRoutes } from './routes/ward-escalation.ts';
import { responseClientFrames, responseServerFrames } from './schema/frames.ts';
import { alertsChannel } from './schema/mqtt-alerts.ts';
import { exportSources, profilePart } from './store/export.ts';

export const module = {
  name: 'response',
  routes: [alertRoutes, escalationRoutes, wardEscalationRoutes, shiftRoutes, rosterRoutes, reachRoutes],
  pages: [claimPages],
  metrics: createResponseMetrics,
  retention,
  secrets: sealedSecrets,
  personalData: { profile: [profilePart], files: exportSources },
  frames: { server: responseServerFrames, client: responseClientFrames },
  mqttChannels: [alertsChannel],
} as const satisfies Module<never>;
