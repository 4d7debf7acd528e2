import type { Module } from '../platform/module.ts';
import { alertsChannel } from './alerts/mqtt-schema.ts';
import { alertRoutes } from './alerts/routes.ts';
import { openAssistEnds } from './assist/ends.ts';
import { claimPages } from './claim-links/claim-page.ts';
import { responseRoutes } from './commands/routes.ts';
import { escalationRoutes } from './escalation/routes.ts';
import { wardEscalationRoutes } from './escalation/ward-routes.ts';
import { responseClientFrames, responseServerFrames } from './frames-schema.ts';
import { detectionLimitsRoutes } from './limits/routes.ts';
import { createResponseMetrics } from './metrics.ts';
import { reachRoutes } from './reach/routes.ts';
import { retention } from './retention.ts';
import { sealedSecrets } from './roster/feed-store.ts';
import { rosterRoutes } from './roster/routes.ts';
import { shiftRoutes } from './roster/shift-routes.ts';
import { exportSources, profilePart } from './store/export.ts';

export const module = {
  name: 'response',
  routes: [
    responseRoutes,
    alertRoutes,
    escalationRoutes,
    wardEscalationRoutes,
    shiftRoutes,
    rosterRoutes,
    reachRoutes,
    detectionLimitsRoutes,
  ],
  pages: [claimPages],
  open: openAssistEnds,
  metrics: createResponseMetrics,
  retention,
  secrets: sealedSecrets,
  personalData: { profile: [profilePart], files: exportSources },
  frames: { server: responseServerFrames, client: responseClientFrames },
  mqttChannels: [alertsChannel],
} as const satisfies Module<never>;
