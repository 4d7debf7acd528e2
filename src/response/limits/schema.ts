import * as t from '../../platform/schema/primitives.ts';
import { SENSITIVITIES } from '../vocabulary.ts';

const verify = () =>
  t.boolean(
    'True if detected falls are judged again before channels ring, so that a wearer who has moved on rings nobody',
  );

export const sensitivity = () =>
  t.vocabulary(
    'Sensitivity',
    'How sure the detector must be to alert: `fewer` alerts, `standard`, or `more`. Never affects calls for help, CONFIRMED and other sensors',
    SENSITIVITIES,
    'standard',
  );

export const ownDetectionLimits = () => ({
  verify: t.nullable(verify(), 'Null if it is inherited'),
  sensitivity: t.nullable(sensitivity(), 'Null if it is inherited'),
});

/** The limits of detected falls in force, and those of the ward, patient or organisation itself. */
export const detectionLimits = () => ({
  verify: verify(),
  sensitivity: sensitivity(),
  own: t.record('OwnDetectionLimits', 'Limits that are not inherited', ownDetectionLimits()),
});

export const detectionLimitsChange = () => ({
  verify: t.clearable(verify()),
  sensitivity: t.clearable(sensitivity()),
});

export const DetectionLimits = t.record('DetectionLimits', 'Limits of detected falls of the organisation', {
  ...detectionLimits(),
  inherited: t.boolean('True if they are the default'),
});

export const DetectionLimitsChange = t.change(
  'DetectionLimitsChange',
  'Changed limits; null resets to the default',
  detectionLimitsChange(),
);
