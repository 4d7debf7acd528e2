import type { Metrics } from '../platform/metrics.ts';
import type { VerificationVerdict } from './vocabulary.ts';

export interface ResponseMetrics {
  /** The first reaction to a fall: an acknowledgement, a claim or a resolution. */
  acknowledged(secondsAfterFall: number): void;
  /** A caregiver has claimed a fall for the first time. */
  claimed(secondsAfterFall: number): void;
  /** A detected fall was judged again. */
  verified(verdict: VerificationVerdict): void;
  /** All steps and repeats of an escalation are done, without a response. */
  unanswered(): void;
  /** The time at which an alert was sent could not be written for too long. */
  dropped(what: 'delivery_entry'): void;
  /** Both are called at each scrape. */
  readOpen(read: { readonly unresolved: () => number; readonly unansweredSeconds: () => number }): void;
  /** `read` is called at each scrape. */
  readRosterGaps(read: () => number): void;
  /** `read` is called at each scrape. */
  readReachable(read: () => number): void;
}

/** From five seconds to four hours. */
const SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800, 3600, 14_400];

export function createResponseMetrics(metrics: Metrics): ResponseMetrics {
  const acknowledgement = metrics.histogram(
    'acknowledgement_seconds',
    'From a fall to the first acknowledgement of its alerts',
    SECONDS,
  );
  const claim = metrics.histogram('claim_seconds', 'From a fall to the first claim', SECONDS);
  const unanswered = metrics.counter(
    'falls_unanswered_total',
    'Falls without a response after all steps and repetitions of the escalation policy',
  );
  const verified = metrics.counter(
    'falls_verified_total',
    'Detected falls that were judged again, by verdict: stands or moved_on',
    { labels: ['verdict'] },
  );
  return {
    verified: (verdict) => verified.inc({ verdict }),
    acknowledged: (seconds) => acknowledgement.observe(seconds),
    claimed: (seconds) => claim.observe(seconds),
    unanswered: () => unanswered.inc(),
    dropped: metrics.drops('delivery_entry'),
    readOpen({ unresolved, unansweredSeconds }) {
      metrics.readGauge('responses_unresolved', 'Falls that are not resolved', unresolved);
      metrics.readGauge(
        'unanswered_age_seconds',
        'Duration of the escalation of the oldest fall that no caregiver has taken over',
        unansweredSeconds,
      );
    },
    readRosterGaps: (read) =>
      metrics.readGauge(
        'roster_gaps',
        'Slots of rosters without a caregiver that run now or begin within 24 hours',
        read,
      ),
    readReachable: (read) =>
      metrics.readGauge(
        'caregivers_on_duty_reachable',
        'Caregivers on duty with a working notification channel; all caregivers if none is on duty',
        read,
      ),
  };
}
