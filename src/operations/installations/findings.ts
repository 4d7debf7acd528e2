import { DAY_MS, HOUR_MS } from '../../platform/time.ts';
import { warnedFrom } from '../certificate-expiry.ts';
import type { Ward } from './answers.ts';
import type { Look } from './look.ts';

/** What needs a hand: at once, soon, or when there is time. */
export const LEVELS = ['now', 'soon', 'note'] as const;
export type Level = (typeof LEVELS)[number];

export type Finding = { readonly level: Level } & (
  | { readonly code: 'NO_ANSWER' | 'NONSENSE' | 'UNHEALTHY' | 'NO_COUNTS'; readonly reason: string }
  | { readonly code: 'PATH_FAILED'; readonly stage: string }
  | { readonly code: 'DEGRADED' | 'PATH_OFF' }
  | { readonly code: 'WARNING'; readonly warning: string }
  | { readonly code: 'CERTIFICATE' | 'DISK'; readonly days: number }
  | { readonly code: 'BACKUP'; readonly hours: number }
  | { readonly code: 'COVERAGE'; readonly ward: string | null; readonly percent: number }
  | { readonly code: 'SILENT'; readonly ward: string | null; readonly silent: number; readonly of: number }
  | { readonly code: 'FALSE_ALARMS'; readonly ward: string | null; readonly perShift: number }
  | { readonly code: 'TESTS'; readonly overdue: number }
  | { readonly code: 'UPDATE'; readonly version: string }
);

export interface Finished extends Look {
  /** The worst first. */
  readonly findings: readonly Finding[];
}

const DISK_DAYS = { now: 2, soon: 14 };
const CERTIFICATE_NOW_DAYS = 3;
/** Nightly, and half a day. */
const BACKUP_HOURS = { soon: 36, now: 72 };
/** Warnings of the health report that are told with their figures. */
const TOLD = new Set(['BACKUP_OLD', 'DISK_FULL_SOON']);
const COVERAGE_PERCENT = 80;
const SHIFTS_COUNTED = 21;
/** On average, of a ward. */
const MOST_FALSE_ALARMS_PER_SHIFT = 1;

export const rankOf = ({ findings: [worst] }: Pick<Finished, 'findings'>): number =>
  worst === undefined ? LEVELS.length : LEVELS.indexOf(worst.level);

/** By what needs a hand first; one that says nothing before those that do. */
export const sorted = (looks: readonly Look[]): readonly Finished[] =>
  looks
    .map((look) => ({ ...look, findings: findingsOf(look) }))
    .sort(
      (one, other) =>
        rankOf(one) - rankOf(other) ||
        Number(one.health !== undefined) - Number(other.health !== undefined) ||
        other.findings.length - one.findings.length ||
        one.name.localeCompare(other.name),
    );

export const needsAHand = (looks: readonly Finished[]): boolean =>
  looks.some((look) => rankOf(look) <= LEVELS.indexOf('soon'));

function findingsOf(look: Look): readonly Finding[] {
  return [...ofHealth(look), ...ofCertificate(look), ...ofWards(look)].sort(
    (one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level),
  );
}

function* ofHealth({ health, silence, at }: Look): Iterable<Finding> {
  if (health === undefined) {
    if (silence !== undefined) yield { level: 'now', code: silence.kind, reason: silence.reason };
    return;
  }
  const { path, disk, backup, update, warnings } = health.details;
  if (path === null) yield { level: 'soon', code: 'PATH_OFF' };
  if (path?.ok === false) yield { level: 'now', code: 'PATH_FAILED', stage: path.failing?.stage ?? '' };
  if (health.status === 'DEGRADED') yield { level: 'soon', code: 'DEGRADED' };
  const days = disk?.fullInDays ?? Number.POSITIVE_INFINITY;
  if (days < DISK_DAYS.soon)
    yield { level: days < DISK_DAYS.now ? 'now' : 'soon', code: 'DISK', days: Math.floor(days) };
  const hours = hoursSince(backup?.at, at);
  if (hours !== undefined && hours > BACKUP_HOURS.soon)
    yield { level: hours > BACKUP_HOURS.now ? 'now' : 'soon', code: 'BACKUP', hours };
  for (const { code } of warnings)
    if (!TOLD.has(code)) yield { level: 'soon', code: 'WARNING', warning: code };
  if (update) yield { level: 'note', code: 'UPDATE', version: update.version };
}

export function hoursSince(time: string | undefined, at: Date): number | undefined {
  const ms = time === undefined ? Number.NaN : at.getTime() - Date.parse(time);
  return Number.isNaN(ms) ? undefined : Math.max(0, Math.floor(ms / HOUR_MS));
}

export const daysUntil = (time: Date, at: Date): number =>
  Math.floor((time.getTime() - at.getTime()) / DAY_MS);

function* ofCertificate({ certificate, at }: Look): Iterable<Finding> {
  if (certificate === undefined) return;
  const { from, to } = certificate;
  if (to.getTime() - at.getTime() >= warnedFrom(from.getTime(), to.getTime())) return;
  const days = daysUntil(to, at);
  yield { level: days < CERTIFICATE_NOW_DAYS ? 'now' : 'soon', code: 'CERTIFICATE', days };
}

function* ofWards({ wards, refusal, silence }: Look): Iterable<Finding> {
  if (wards === undefined) {
    // One reason is enough where nothing is answered.
    if (refusal !== undefined && silence === undefined)
      yield { level: 'soon', code: 'NO_COUNTS', reason: refusal };
    return;
  }
  for (const { name: ward, wearables, silentWearables, coverage, alerts } of wards) {
    if (silentWearables > 1 && silentWearables * 2 >= wearables)
      yield { level: 'soon', code: 'SILENT', ward, silent: silentWearables, of: wearables };
    const percent = coveredPercent([coverage]);
    if (percent !== undefined && percent < COVERAGE_PERCENT)
      yield { level: 'soon', code: 'COVERAGE', ward, percent };
    const perShift = sumOf(Object.values(alerts), (shift) => shift.falseAlarms) / SHIFTS_COUNTED;
    if (perShift > MOST_FALSE_ALARMS_PER_SHIFT)
      yield { level: 'note', code: 'FALSE_ALARMS', ward, perShift: Math.round(perShift * 10) / 10 };
  }
  const overdue = sumOf(wards, ({ overdueTests }) => overdueTests);
  if (overdue > 0) yield { level: 'note', code: 'TESTS', overdue };
}

export const sumOf = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0);

/** Undefined without a waking minute. */
export function coveredPercent(coverages: readonly Ward['coverage'][]): number | undefined {
  const connected = sumOf(coverages, ({ connectedMinutes }) => connectedMinutes);
  const all = connected + sumOf(coverages, ({ blindMinutes }) => blindMinutes);
  return all === 0 ? undefined : Math.floor((100 * connected) / all);
}
