import Type, { type Static } from 'typebox';
import { CHANNEL_KINDS } from '../../notify/index.ts';
import type { Rules } from '../../platform/schema/check.ts';
import * as t from '../../platform/schema/primitives.ts';
import { STEP_TARGETS } from '../vocabulary.ts';

const MAX_STEPS = 10;

const MAX_AFTER_SECONDS = 86_400;

const MAX_EVERY_SECONDS = 3_600;

const MAX_REPEATS = 20;

/** Channels of escalation steps: every kind. */
export const STEP_CHANNELS = CHANNEL_KINDS;

const target = () =>
  t.vocabulary(
    'StepTarget',
    "Recipients: the care team on duty (the whole care team, if none is on duty), the assigned caregivers, the members of the patient's ward, the leads of the ward (the admins, if it has none), or the admins",
    STEP_TARGETS,
  );

const stepChannel = () => t.vocabulary('StepChannel', 'Channel of an escalation step', STEP_CHANNELS);

const EscalationStep = t.record('EscalationStep', 'Step of an escalation policy: recipients and channels', {
  afterSeconds: t.integer(
    0,
    MAX_AFTER_SECONDS,
    's',
    'Delay after the escalation began; longer than in the step before',
    60,
  ),
  targets: Type.Array(target(), {
    minItems: 1,
    maxItems: MAX_STEPS,
    description: 'Targets of the step',
    'x-message': `must be some of ${STEP_TARGETS.join(', ')}`,
  }),
  channels: Type.Array(stepChannel(), {
    minItems: 1,
    maxItems: MAX_STEPS,
    description: 'Channel kinds',
    'x-message': `must be some of ${STEP_CHANNELS.join(', ')}`,
  }),
});

const repeatCount = () => {
  const count = t.integer(0, MAX_REPEATS, 'count', 'Number of repetitions', 5);
  const message = `${t.annotationsOf(count)['x-message']}, or null: until a caregiver takes over`;
  return Type.Union([count, Type.Null()], {
    description: 'Number of repetitions; null repeats until a caregiver takes over',
    'x-message': message,
  });
};

const EscalationRepeats = t.record(
  'EscalationRepeats',
  'Repetition of the last step',
  {
    everySeconds: t.integer(1, MAX_EVERY_SECONDS, 's', 'Interval', 180),
    times: repeatCount(),
  },
  {
    'x-message': `must be { everySeconds: 1 to ${MAX_EVERY_SECONDS}, times: 0 to ${MAX_REPEATS}, or null }, whole numbers`,
  },
);

/**
 * docs/response.md, "Escalation policy": the recipients of a fall's alerts, their channels, and the delay after the
 * escalation began.
 */
export const EscalationPolicy = t.record('EscalationPolicy', 'Escalation policy: who is notified, and when', {
  steps: Type.Array(EscalationStep, {
    minItems: 1,
    maxItems: MAX_STEPS,
    description: 'Steps, in order of time',
    'x-message': `must be 1 to ${MAX_STEPS} steps { afterSeconds: 0 to ${MAX_AFTER_SECONDS}, targets: some of ${STEP_TARGETS.join(', ')}, channels: some of ${STEP_CHANNELS.join(', ')} }`,
  }),
  repeats: EscalationRepeats,
});

/** docs/contract.md, "Requests": any subset of the fields. */
export const EscalationChange = t.change('EscalationChange', 'Changed fields of an escalation policy', {
  steps: Type.Optional(EscalationPolicy.properties.steps),
  repeats: Type.Optional(EscalationPolicy.properties.repeats),
});

export const PatientEscalation = t.record('PatientEscalation', 'Escalation policy of a patient', {
  ...EscalationPolicy.properties,
  inherited: t.boolean(
    "True if the patient has no policy of their own and the ward's or organisation's applies",
  ),
});

/** docs/home.md, "Escalation": replaces the whole policy. */
export const NewWardEscalation = t.record('NewWardEscalation', 'New escalation policy of a ward', {
  steps: EscalationPolicy.properties.steps,
  repeats: t.optional(EscalationRepeats),
});

export const WardEscalation = t.record('WardEscalation', 'Escalation policy of a ward', {
  ...EscalationPolicy.properties,
  inherited: t.boolean("True if the ward has no policy of its own and the organisation's applies"),
});

export type EscalationPolicy = Static<typeof EscalationPolicy>;

export type EscalationStep = EscalationPolicy['steps'][number];

/** A rule that the schema cannot express: each step comes later than the one before. */
export const ascendingSteps: Rules<Pick<EscalationPolicy, 'steps'>> = ({ steps = [] }) => {
  const early = steps.flatMap(({ afterSeconds }, i) =>
    i > 0 && afterSeconds <= (steps[i - 1]?.afterSeconds ?? 0) ? [`steps.${i}.afterSeconds`] : [],
  );
  return Object.fromEntries(early.map((place) => [place, 'must be more than that of the step before']));
};

/** Drops unknown fields. */
export const onlyPolicy = ({ steps, repeats }: EscalationPolicy): EscalationPolicy => ({
  steps: steps.map(({ afterSeconds, targets, channels }) => ({ afterSeconds, targets, channels })),
  repeats: { everySeconds: repeats.everySeconds, times: repeats.times },
});
