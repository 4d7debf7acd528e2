import Type, { type Static } from 'typebox';
import type { Rules } from './check.ts';
import { integer, oneOf } from './primitives.ts';

export const STEP_TARGETS = ['on_duty', 'assigned', 'admins'] as const;
export type StepTarget = (typeof STEP_TARGETS)[number];

export const CHANNEL_KINDS = ['webpush', 'email', 'ntfy', 'webhook'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

const MAX_STEPS = 10;
const MAX_AFTER_SECONDS = 86_400;
const MAX_EVERY_SECONDS = 3_600;
const MAX_REPEATS = 20;

const EscalationStep = Type.Object({
  afterSeconds: integer(0, MAX_AFTER_SECONDS),
  targets: Type.Array(oneOf(STEP_TARGETS), {
    minItems: 1,
    maxItems: MAX_STEPS,
    'x-says': `must be some of ${STEP_TARGETS.join(', ')}`,
  }),
  channels: Type.Array(oneOf(CHANNEL_KINDS), {
    minItems: 1,
    maxItems: MAX_STEPS,
    'x-says': `must be some of ${CHANNEL_KINDS.join(', ')}`,
  }),
});

/** docs/response.md, "The ladder": whom a fall is told to, by what, and how long after the ladder began. */
export const EscalationPolicy = Type.Object({
  steps: Type.Array(EscalationStep, {
    minItems: 1,
    maxItems: MAX_STEPS,
    'x-says': `must be 1 to ${MAX_STEPS} steps { afterSeconds: 0 to ${MAX_AFTER_SECONDS}, targets: some of ${STEP_TARGETS.join(', ')}, channels: some of ${CHANNEL_KINDS.join(', ')} }`,
  }),
  repeats: Type.Object(
    { everySeconds: integer(1, MAX_EVERY_SECONDS), times: integer(0, MAX_REPEATS) },
    {
      'x-says': `must be { everySeconds: 1 to ${MAX_EVERY_SECONDS}, times: 0 to ${MAX_REPEATS} }, whole numbers`,
    },
  ),
});

/** docs/contract.md, "Requests": any subset of the fields. */
export const EscalationChange = Type.Object({
  steps: Type.Optional(EscalationPolicy.properties.steps),
  repeats: Type.Optional(EscalationPolicy.properties.repeats),
});

export const PatientEscalation = Type.Object({
  ...EscalationPolicy.properties,
  inherited: Type.Boolean({ description: "the organisation's, because the patient has none of their own" }),
});

export type EscalationPolicy = Static<typeof EscalationPolicy>;
export type EscalationStep = EscalationPolicy['steps'][number];

/** What the schema cannot say: each step comes later than the one before. */
export const ascendingSteps: Rules<EscalationPolicy> = ({ steps = [] }) => {
  const early = steps.flatMap(({ afterSeconds }, i) =>
    i > 0 && afterSeconds <= (steps[i - 1]?.afterSeconds ?? 0) ? [`steps.${i}.afterSeconds`] : [],
  );
  return Object.fromEntries(early.map((place) => [place, 'must be more than that of the step before']));
};

/** Without what else somebody may have written into it. */
export const onlyPolicy = ({ steps, repeats }: EscalationPolicy): EscalationPolicy => ({
  steps: steps.map(({ afterSeconds, targets, channels }) => ({ afterSeconds, targets, channels })),
  repeats: { everySeconds: repeats.everySeconds, times: repeats.times },
});
