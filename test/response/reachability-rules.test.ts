import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reachabilityWarningOf } from '../../src/response/reachability.ts';

describe('the reachability warning', () => {
  const home = { patients: 3, caregivers: 5, caregiversReachable: 2, onDuty: 0, onDutyReachable: 0 };

  it('checks caregivers on duty, and all caregivers when none is on duty', () => {
    assert.equal(reachabilityWarningOf(home), undefined);
    assert.equal(reachabilityWarningOf({ ...home, onDuty: 2 }), 'ON_DUTY_UNREACHABLE');
    assert.equal(reachabilityWarningOf({ ...home, onDuty: 2, onDutyReachable: 1 }), undefined);
    assert.equal(reachabilityWarningOf({ ...home, caregiversReachable: 0 }), 'CAREGIVERS_UNREACHABLE');
    assert.equal(reachabilityWarningOf({ ...home, caregivers: 0, caregiversReachable: 0 }), 'NO_CAREGIVERS');
  });

  it('is absent while there are no patients', () => {
    assert.equal(
      reachabilityWarningOf({
        patients: 0,
        caregivers: 0,
        caregiversReachable: 0,
        onDuty: 0,
        onDutyReachable: 0,
      }),
      undefined,
    );
  });
});
