import type { PathStage } from '../notify/texts/content.ts';
import { SECOND_MS } from '../platform/time.ts';

/** docs/operations.md, "Path test", in the order in which an alert passes them. */
export const STAGES = [
  'published',
  'acknowledged',
  'raised',
  'queued',
  'delivered',
  'received',
] as const satisfies readonly PathStage[];

export type Stage = (typeof STAGES)[number];

/** Where a test can fail: before its first stage the database must store its resident. */
export type FailedStage = PathStage;

/** Milliseconds from the start of a test; null for a stage that was not reached. */
export type Stages = Readonly<Record<Stage, number | null>>;

export interface Failure {
  readonly stage: FailedStage;
  readonly reason: string;
}

/** A test that has ended. */
export interface PathTest {
  readonly at: Date;
  readonly stages: Stages;
  /** Undefined for a test that passed. */
  readonly failure?: Failure | undefined;
}

export const NO_STAGES: Stages = {
  published: null,
  acknowledged: null,
  raised: null,
  queued: null,
  delivered: null,
  received: null,
};

/** A stage that takes longer has failed. */
export const STAGE_MS = 10 * SECOND_MS;
/** A test that has failed is repeated after this time. */
const REPEAT_MS = 15 * SECOND_MS;
/** So many failures in a row alert the admins. */
export const FAILURES_TO_ALERT = 2;

export const nextStage = (stages: Stages): Stage | undefined =>
  STAGES.find((stage) => stages[stage] === null);

/** How long after the start of a test the next one starts. */
export const pauseAfter = (hasFailed: boolean, intervalMs: number): number =>
  hasFailed ? Math.min(REPEAT_MS, intervalMs) : intervalMs;

/**
 * The time of a stage by the clock of the instance that reached it, which may differ from that of the tester or step
 * during the test: not before the stage it follows, nor after now.
 */
export const stageTime = (byClockMs: number, notBeforeMs: number, elapsedMs: number): number =>
  Math.round(Math.min(elapsedMs, Math.max(notBeforeMs, byClockMs)));
