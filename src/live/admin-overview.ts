import { PATH_RESIDENT } from '../accounts/vocabulary.ts';
import type { LiveEvent, Overview } from './events.ts';

interface OfFall {
  readonly fallId?: string | null;
  readonly patientId?: string;
  readonly patientName?: string;
  readonly patientRoom?: string | null;
  readonly severity?: string;
  readonly isTest?: boolean;
  readonly timestamp?: Date;
  readonly response?: object | null;
  readonly verification?: string | null;
}

/** One overview for each fall, each wearable and each absence, however many recipients the events have. */
export function overviewsOf(events: readonly LiveEvent[]): readonly Overview[] {
  const overviews = new Map<string, Overview>();
  for (const { type, data } of events) {
    if (type === 'device.status')
      overviews.set((data as { readonly deviceId: string }).deviceId, { type, data });
    if (type === 'absence') overviews.set((data as { readonly patientId: string }).patientId, { type, data });
    if (type !== 'response' && type !== 'alert' && type !== 'alert.updated') continue;
    const {
      fallId,
      patientId,
      patientName,
      patientRoom,
      severity,
      isTest,
      timestamp,
      response,
      verification,
    } = data as OfFall;
    if (!fallId || !response || patientId === PATH_RESIDENT) continue;
    const level = severity ?? (data as { readonly level?: string }).level;
    overviews.set(fallId, {
      type: 'response',
      data: { fallId, patientId, patientName, patientRoom, level, isTest, timestamp, response, verification },
    });
  }
  return [...overviews.values()];
}
