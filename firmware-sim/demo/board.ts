import { quantileOf } from '../latency.ts';
import type { Deed } from '../response/caregiver.ts';
import type { Answer, FallResponse, ResponseChange } from '../response/records.ts';
import { countOne, type PressedAnswer } from '../tally.ts';

/** The demo's alert board: open falls, who is responding, and response times. */
export interface Board {
  alerted(fall: { readonly fallId: string; readonly patientName: string }, now: number): void;
  /** Returns whether the change is new: every caregiver receives it. */
  changed(change: ResponseChange, now: number): boolean;
  patientOf(fallId: string): string | undefined;
  isResolved(fallId: string): boolean;
  notified(): void;
  did(deed: Deed): void;
  pressed(press: PressedAnswer): void;
  /** Open falls and their responders, then the figures so far. */
  parts(now: number): string[];
  summary(): string;
}

interface Entry {
  readonly patientName: string;
  readonly since: number;
  response: FallResponse | undefined;
  /** The wearer has moved on: nobody is called. */
  hasMovedOn: boolean;
}

export function createBoard(): Board {
  const open = new Map<string, Entry>();
  const resolved = new Set<string>();
  const claimed = new Set<string>();
  const secondsToClaim: number[] = [];
  const ended = new Map<string, number>();
  const deeds = new Map<Deed['kind'], number>();
  const presses = new Map<Answer | 'too late', number>();
  let messages = 0;

  const quantile = (share: number): string =>
    `${quantileOf(
      [...secondsToClaim].sort((a, b) => a - b),
      share,
    ).toFixed(1)} s`;
  const toClaim = (): string[] =>
    secondsToClaim.length === 0 ? [] : [`to claim p50 ${quantile(0.5)} p99 ${quantile(0.99)}`];
  const count = <K>(counts: ReadonlyMap<K, number>, key: K, words: string): string[] =>
    counts.has(key) ? [`${counts.get(key)} ${words}`] : [];
  const figures = (): string[] => [
    ...toClaim(),
    ...count(deeds, 'claimed', 'claimed'),
    ...count(deeds, 'offered', 'handed off'),
    ...count(deeds, 'released', 'given back'),
    ...count(ended, 'HELPED', 'helped'),
    ...count(ended, 'NO_HELP_NEEDED', 'needed no help'),
    ...count(ended, 'FALSE_ALARM', 'false alarm'),
    ...count(ended, 'CANCELLED_BY_PATIENT', 'said OK'),
    ...count(ended, 'MOVED_ON', 'moved on'),
    ...count(presses, 'help', 'called for help'),
    ...count(presses, 'too late', 'pressed too late'),
    `${messages} message${messages === 1 ? '' : 's'}`,
  ];
  const unanswered = (): number =>
    [...open.values()].filter(({ response, hasMovedOn }) => !isClaimed(response) && !hasMovedOn).length;

  return {
    alerted({ fallId, patientName }, now) {
      if (!open.has(fallId) && !resolved.has(fallId))
        open.set(fallId, { patientName, since: now, response: undefined, hasMovedOn: false });
    },
    changed({ fallId, patientName, response, verification }, now) {
      if (resolved.has(fallId)) return false;
      const entry = open.get(fallId) ?? { patientName, since: now, response, hasMovedOn: false };
      entry.response = response;
      entry.hasMovedOn = verification === 'moved_on';
      open.set(fallId, entry);
      if (response.state === 'CLAIMED' && !claimed.has(fallId)) {
        claimed.add(fallId);
        secondsToClaim.push((now - entry.since) / 1000);
      }
      if (response.state !== 'RESOLVED') return true;
      open.delete(fallId);
      resolved.add(fallId);
      const outcome = response.outcome ?? '';
      countOne(ended, outcome);
      return true;
    },
    patientOf: (fallId) => open.get(fallId)?.patientName,
    isResolved: (fallId) => resolved.has(fallId),
    notified() {
      messages += 1;
    },
    did: ({ kind }) => countOne(deeds, kind),
    pressed: ({ answer, isGranted }) => countOne(presses, isGranted ? answer : 'too late'),
    parts: (now) => [
      ...[...open.values()].map(({ patientName, since, response, hasMovedOn }) =>
        isClaimed(response)
          ? `${response?.claimedBy?.name} → ${patientName}`
          : hasMovedOn
            ? `${patientName} moved on`
            : `${patientName} waits ${Math.round((now - since) / 1000)} s`,
      ),
      ...figures(),
    ],
    summary: () => [...figures(), `${unanswered()} unanswered`].join(', '),
  };
}

const isClaimed = (response: FallResponse | undefined): boolean => response?.state === 'CLAIMED';
