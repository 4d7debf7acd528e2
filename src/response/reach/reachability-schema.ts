import { vocabulary } from '../../platform/schema/primitives.ts';
import { REACHABILITY_WARNINGS, type ReachabilityWarning } from './reachability.ts';

export const reachabilityWarning = () =>
  vocabulary(
    'ReachabilityWarning',
    'Reason why an alert cannot reach a caregiver outside the console',
    Object.keys(REACHABILITY_WARNINGS) as ReachabilityWarning[],
    'ON_DUTY_UNREACHABLE',
  );
