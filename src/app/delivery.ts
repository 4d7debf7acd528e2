import { USER_REVOKED } from '../accounts/cluster-events.ts';
import type { Organisation } from '../accounts/organisation.ts';
import type { PageStops } from '../notify/espa/page-stops.ts';
import { Outbox } from '../notify/outbox.ts';
import { watchOutbox } from '../notify/outbox-watch.ts';
import { watchCalls } from '../notify/phones/call-watch.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { createClaimLinks } from '../response/claim-links.ts';
import { createEscalator } from '../response/escalator.ts';
import { watchOpenResponses } from '../response/open-responses-watch.ts';
import { toldFalls } from '../response/store/told-falls.ts';
import type { Alerts } from './alerts.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

interface DeliveryDeps {
  readonly storage: Storage;
  readonly secretBox: SecretBox;
  readonly cluster: Cluster;
  readonly organisation: Organisation;
  readonly alerts: Alerts;
  readonly pageStops: PageStops | undefined;
}

/** Drives unanswered falls: the escalation policy decides who is notified next, the outbox sends the notifications. */
export function openDelivery(
  { log, now, metrics, closeLater, publicUrl }: Context,
  {
    storage: { db, audit, notices, membership },
    secretBox,
    cluster,
    organisation,
    alerts: { events, shifts, channels, phones, deliveries },
    pageStops,
  }: DeliveryDeps,
): void {
  const outbox = new Outbox({
    db,
    toldFalls,
    channels,
    secretBox,
    publicUrl,
    organisation,
    createClaimLinks: createClaimLinks({ db, publicUrl }),
    instance: membership.current,
    onDelivered({ fallId, kind, at }) {
      deliveries.recordDelivered({ fallId, at });
      // A caregiver may have claimed the fall while the message was on its way.
      if (kind === 'pager') pageStops?.check(fallId);
    },
    metrics: metrics.notify,
    now,
    log,
  });
  closeLater('outbox', () => outbox.close());
  membership.onDeath((instance) => outbox.takeOver(instance));
  const outboxWatch = watchOutbox({ db, metrics: metrics.notify, now, log });
  closeLater('outbox watch', () => outboxWatch.close());
  if (phones.call !== undefined) {
    const callWatch = watchCalls({ db, toldFalls, metrics: metrics.notify, now, log });
    closeLater('call watch', () => callWatch.close());
  }
  const openResponses = watchOpenResponses({ db, metrics: metrics.response, now, log });
  closeLater('open responses watch', () => openResponses.close());
  const escalator = createEscalator({
    db,
    events,
    shifts,
    audit,
    channels,
    metrics: metrics.response,
    now,
    log,
  });
  closeLater('escalator', () => escalator.close());
  notices.on('vigil_ladder', escalator.wake);
  notices.on('vigil_outbox', () => outbox.wake());
  notices.on('vigil_revoked', (userId) => {
    if (userId) void cluster.broadcast(USER_REVOKED, { userId });
  });
  membership.beginTakingOver();
}
