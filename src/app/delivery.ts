import { USER_REVOKED } from '../accounts/cluster-events.ts';
import type { Organisation } from '../accounts/organisation/organisation.ts';
import { Outbox } from '../notify/outbox/outbox.ts';
import { watchOutbox } from '../notify/outbox/watch.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { createFallVerifier } from '../readings/fall-verifier.ts';
import { createClaimLinks } from '../response/claim-links/claim-links.ts';
import { createEscalator } from '../response/escalation/escalator.ts';
import { watchOpenResponses } from '../response/escalation/open-responses-watch.ts';
import { notifiedFalls } from '../response/store/notified-falls.ts';
import type { Alerts } from './alerts.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

interface DeliveryDeps {
  readonly storage: Storage;
  readonly secretBox: SecretBox;
  readonly cluster: Cluster;
  readonly organisation: Organisation;
  readonly alerts: Alerts;
}

/** Drives unanswered falls: the escalation policy decides who is notified next, the outbox sends the notifications. */
export function openDelivery(
  { config, log, now, metrics, closeLater, publicUrl }: Context,
  {
    storage: { db, audit, notices, membership },
    secretBox,
    cluster,
    organisation,
    alerts: { events, shifts, channels, deliveries },
  }: DeliveryDeps,
): void {
  const outbox = new Outbox({
    db,
    notifiedFalls,
    channels,
    secretBox,
    publicUrl,
    organisation,
    createClaimLinks: createClaimLinks({ db, publicUrl }),
    instance: membership.current,
    onDelivered({ fallId, kind, at }) {
      deliveries.recordDelivered({ fallId, at });
      channels.delivered(kind, fallId);
    },
    metrics: metrics.notify,
    now,
    log,
  });
  closeLater('outbox', () => outbox.close());
  membership.onDeath((instance) => outbox.takeOver(instance));
  const outboxWatch = watchOutbox({ db, metrics: metrics.notify, now, log });
  closeLater('outbox watch', () => outboxWatch.close());
  const openResponses = watchOpenResponses({ db, metrics: metrics.response, now, log });
  closeLater('open responses watch', () => openResponses.close());
  const escalator = createEscalator({
    db,
    events,
    shifts,
    verifier: createFallVerifier(),
    audit,
    channels,
    receiptSeconds: config.receiptSeconds,
    metrics: metrics.response,
    now,
    log,
  });
  closeLater('escalator', () => escalator.close());
  notices.on('vigil_escalation', escalator.wake);
  notices.on('vigil_outbox', () => outbox.wake());
  notices.on('vigil_revoked', (userId) => {
    if (userId) void cluster.broadcast(USER_REVOKED, { userId });
  });
  membership.beginTakingOver();
}
