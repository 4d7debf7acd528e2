import type { Static } from 'typebox';
import type { KeepReply } from '../../platform/http/route.ts';
import type { FallReport, FallWithAlerts } from '../raise/raise.ts';
import type { NewFall } from '../schema.ts';

export const reportOf = (userId: string, body: Static<typeof NewFall>, at: Date): FallReport => ({
  userId,
  confidence: body.confidence,
  location: body.location ?? null,
  witnessed: body.witnessed ?? null,
  injuries: body.injuries ?? null,
  at,
});

/** The reply is kept with the fall, so that a repeated report never raises another one. */
export const keptBy = (keepReply: KeepReply | undefined): Pick<FallReport, 'keep'> => ({
  keep: keepReply && ((q, recorded) => keepReply(q, { data: recordedFall(recorded) })),
});

export function recordedFall({ fall, alerts, caregiverCount }: FallWithAlerts) {
  const { id, source, userId, confidence, status, location, witnessed, isTest, createdAt } = fall;
  const notification = { notified: alerts.length > 0, caregiverCount };
  return {
    id,
    source,
    userId,
    confidence,
    status,
    location,
    witnessed,
    isTest,
    createdAt,
    alerts: notification,
  };
}
