// Rules of incident reports (docs/home.md, "Incident reports"). Pure.

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Person } from '../../people/person.ts';
import { SECOND_MS } from '../../platform/time.ts';

export const INJURIES = ['NONE', 'MINOR', 'SERIOUS'] as const;

export type Injury = (typeof INJURIES)[number];

/** What people write; null where nothing is given. */
export interface ReportContent {
  readonly location: string | null;
  readonly injury: Injury | null;
  readonly injuries: string | null;
  readonly treatment: string | null;
  readonly witnesses: string | null;
  readonly isDoctorInformed: boolean | null;
  readonly doctorInformedAt: string | null;
  readonly isFamilyInformed: boolean | null;
  readonly familyInformed: { readonly name: string; readonly at: string } | null;
  readonly measures: string | null;
}

export interface Amendment extends Partial<ReportContent> {
  readonly by: Person;
  readonly at: Date;
}

/** A report that no one has edited says what the fall was reported with. */
export const initialContent = (fall: Pick<ReportContent, 'location' | 'injuries'>): ReportContent => ({
  location: fall.location,
  injury: null,
  injuries: fall.injuries,
  treatment: null,
  witnesses: null,
  isDoctorInformed: null,
  doctorInformedAt: null,
  isFamilyInformed: null,
  familyInformed: null,
  measures: null,
});

type LaterField = 'injury' | 'isDoctorInformed' | 'isFamilyInformed';

/** The content as earlier versions have stored it, too. */
export const completeContent = (
  stored: Omit<ReportContent, LaterField> & Partial<Pick<ReportContent, LaterField>>,
): ReportContent => ({ injury: null, isDoctorInformed: null, isFamilyInformed: null, ...stored });

/** The content with a change. Who was not informed was informed at no time, and a time takes back such a no. */
export function applied(content: ReportContent, change: Partial<ReportContent>): ReportContent {
  const next = { ...content, ...change };
  const clears = (answer: boolean | null | undefined): boolean => answer === false || answer === null;
  return {
    ...next,
    ...(clears(change.isDoctorInformed) && { doctorInformedAt: null }),
    ...(change.doctorInformedAt && !next.isDoctorInformed && { isDoctorInformed: null }),
    ...(clears(change.isFamilyInformed) && { familyInformed: null }),
    ...(change.familyInformed && !next.isFamilyInformed && { isFamilyInformed: null }),
  };
}

/** The content as readers see it: a time says yes. */
export const shownContent = (content: ReportContent): ReportContent => ({
  ...content,
  isDoctorInformed: content.doctorInformedAt === null ? content.isDoctorInformed : true,
  isFamilyInformed: content.familyInformed === null ? content.isFamilyInformed : true,
});

/** Whether no field says anything. */
export const isEmpty = (content: ReportContent): boolean =>
  Object.values(content).every(
    (value) => value === null || (typeof value === 'string' && value.trim() === ''),
  );

/** The same for the same text, so that a signer can name what they were shown. */
export function revisionOf(content: ReportContent): string {
  const {
    location,
    injuries,
    treatment,
    witnesses,
    doctorInformedAt,
    familyInformed: family,
    measures,
    injury,
    isDoctorInformed,
    isFamilyInformed,
  } = content;
  const fields = [
    location,
    injuries,
    treatment,
    witnesses,
    doctorInformedAt,
    family?.name,
    family?.at,
    measures,
    injury,
    isDoctorInformed,
    isFamilyInformed,
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
}

/** The text with its amendments: what a reader takes for true now. */
export const amendedContent = (content: ReportContent, amendments: readonly Amendment[]): ReportContent =>
  amendments.reduce((text, { by: _, at: __, ...changes }) => applied(text, changes), content);

/** The fields of `change` that differ from the content. */
export function changedFields(
  content: ReportContent,
  change: Partial<ReportContent>,
): Partial<ReportContent> {
  const fields = Object.keys(change) as (keyof ReportContent)[];
  return Object.fromEntries(
    fields
      .filter((field) => !isDeepStrictEqual(content[field], change[field]))
      .map((field) => [field, change[field]]),
  );
}

/** Times in the one notation in which they are stored and compared. */
export function withPlainTimes(change: Partial<ReportContent>): Partial<ReportContent> {
  const { doctorInformedAt, familyInformed } = change;
  return {
    ...change,
    ...(doctorInformedAt && { doctorInformedAt: plainTime(doctorInformedAt) }),
    ...(familyInformed && {
      familyInformed: { name: familyInformed.name.trim(), at: plainTime(familyInformed.at) },
    }),
  };
}

const plainTime = (time: string): string => new Date(time).toISOString();

interface AlertSeen {
  readonly caregiverId: string;
  readonly caregiverName: string;
  readonly deliveredAt: Date | null;
  readonly receivedAt: Date | null;
  readonly openedAt: Date | null;
  readonly acknowledgedAt: Date | null;
}

interface Happened {
  readonly type: string;
  readonly at: Date;
  readonly person?: Person | null;
  readonly channel?: string;
  readonly outcome?: string;
  readonly receivedAt?: Date | null;
  readonly openedAt?: Date | null;
}

interface Notified {
  /** Null if the account is deleted. */
  readonly person: Person | null;
  /** `live` for open consoles and apps, or a kind of notification channel. */
  readonly channel: string;
  readonly deliveredAt: Date | null;
  readonly receivedAt: Date | null;
  readonly openedAt: Date | null;
  readonly failedAttempts: number;
  readonly acknowledgedAt: Date | null;
}

/** One entry for each person and channel, with the first of each state. */
export function notifiedOf(alerts: readonly AlertSeen[], timeline: readonly Happened[]): Notified[] {
  const live = alerts.map(({ caregiverId, caregiverName, ...times }) => ({
    person: { id: caregiverId, name: caregiverName },
    channel: 'live',
    deliveredAt: times.deliveredAt,
    receivedAt: times.receivedAt,
    openedAt: times.openedAt,
    failedAttempts: 0,
    acknowledgedAt: times.acknowledgedAt,
  }));
  const byChannel = new Map<string, Notified>();
  for (const { type, at, person = null, channel = '', outcome, receivedAt, openedAt } of timeline) {
    if (type !== 'told') continue;
    const key = `${person?.id} ${channel}`;
    const before = byChannel.get(key);
    const isDelivered = outcome === 'delivered';
    byChannel.set(key, {
      person,
      channel,
      deliveredAt: before?.deliveredAt ?? (isDelivered ? at : null),
      receivedAt: before?.receivedAt ?? receivedAt ?? null,
      openedAt: before?.openedAt ?? openedAt ?? null,
      failedAttempts: (before?.failedAttempts ?? 0) + Number(!isDelivered),
      acknowledgedAt: null,
    });
  }
  return [...live, ...byChannel.values()];
}

/** Whole seconds from the fall to its first delivery, its first claim and its resolution; null until then. */
export function timesOf(
  fellAt: Date,
  notified: readonly Notified[],
  timeline: readonly Happened[],
  resolvedAt: Date | null,
) {
  const deliveries = notified.flatMap(({ deliveredAt }) => (deliveredAt === null ? [] : [deliveredAt]));
  const secondsTo = (at: Date | null | undefined): number | null =>
    at ? Math.max(0, Math.floor((at.getTime() - fellAt.getTime()) / SECOND_MS)) : null;
  return {
    timeToNotify: secondsTo(deliveries.sort((a, b) => a.getTime() - b.getTime())[0]),
    timeToClaim: secondsTo(timeline.find(({ type }) => type === 'claimed')?.at),
    timeToResolve: secondsTo(resolvedAt),
  };
}
