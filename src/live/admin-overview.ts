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

interface OfOther {
  readonly deviceId: string;
  readonly patientId: string;
}

/** One overview for each fall, each wearable and each absence, however many recipients the events have. */
export function overviewsOf(events: readonly LiveEvent[]): readonly Overview[] {
  const overviews = new Map<string, Overview>();
  // The last event of a subject counts; those before it, for the other recipients, are only looked up.
  for (const event of events.toReversed()) {
    const subject = subjectOf(event);
    if (subject !== undefined && !overviews.has(subject)) overviews.set(subject, overviewOf(event));
  }
  return [...overviews.values()].reverse();
}

function subjectOf({ type, data }: LiveEvent): string | undefined {
  if (type === 'device.status') return (data as OfOther).deviceId;
  if (type === 'absence') return (data as OfOther).patientId;
  if (type !== 'response' && type !== 'alert' && type !== 'alert.updated') return undefined;
  const { fallId, response, patientId } = data as OfFall;
  return fallId && response && patientId !== PATH_RESIDENT ? fallId : undefined;
}

function overviewOf({ type, data }: LiveEvent): Overview {
  if (type === 'device.status' || type === 'absence') return { type, data };
  const { fallId, patientId, patientName, patientRoom, severity, isTest, timestamp, response, verification } =
    data as OfFall;
  const level = severity ?? (data as { readonly level?: string }).level;
  return {
    type: 'response',
    data: { fallId, patientId, patientName, patientRoom, level, isTest, timestamp, response, verification },
  };
}
