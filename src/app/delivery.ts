import { USER_REVOKED } from '../accounts/cluster-events.ts';
import { Outbox } from '../notify/outbox.ts';
import { outboxBacklog } from '../notify/store/outbox.ts';
import { watchOpenResponses } from '../operations/response-gauges.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { createClaimLinks } from '../response/claim-links.ts';
import { createEscalator } from '../response/escalator.ts';
import { countUnresolved } from '../response/store/responses.ts';
import type { Alerts } from './alerts.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

interface DeliveryDeps {
  readonly storage: Storage;
  readonly secretBox: SecretBox;
  readonly cluster: Cluster;
  readonly alerts: Alerts;
}

/** Drives unanswered falls: the escalation policy decides who is notified next, the outbox sends the notifications. */
export function openDelivery(
  { log, now, metrics, closeLater, publicUrl }: Context,
  {
    storage: { db, audit, notices, membership },
    secretBox,
    cluster,
    alerts: { events, shifts, channels },
  }: DeliveryDeps,
): void {
  const outbox = new Outbox({
    db,
    channels,
    secretBox,
    publicUrl,
    createClaimLinks: createClaimLinks({ db, publicUrl }),
    instance: membership.current,
    onAttempt: metrics.deliveryTried,
    onFirstDelivered: metrics.firstDelivered,
    now,
    log,
  });
  closeLater('outbox', () => outbox.close());
  membership.onDeath((instance) => outbox.takeOver(instance));
  const gauges = watchOpenResponses({ db, outboxBacklog, countUnresolved, now, log });
  closeLater('response gauges', () => gauges.close());
  metrics.gauge('outbox_age_seconds', 'Age of the oldest message still to be sent', gauges.outboxAge);
  metrics.gauge('outbox_pending', 'Messages still to be sent', gauges.pending);
  metrics.gauge(
    'unanswered_age_seconds',
    'Duration of the escalation of the oldest fall that no caregiver has taken over',
    gauges.unansweredAge,
  );
  metrics.gauge('responses_unresolved', 'Falls that are not resolved', gauges.unresolved);
  const onExhausted = metrics.fallUnanswered;
  const escalator = createEscalator({ db, events, shifts, audit, channels, onExhausted, now, log });
  closeLater('escalator', () => escalator.close());
  notices.on('vigil_ladder', escalator.wake);
  notices.on('vigil_outbox', () => outbox.wake());
  notices.on('vigil_revoked', (userId) => {
    if (userId) void cluster.broadcast(USER_REVOKED, { userId });
  });
  membership.beginTakingOver();
}
