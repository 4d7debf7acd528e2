import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { channelStateOf, groupedReach, reachOf } from '../../src/response/reach/reach.ts';
import { reachabilityWarningOf } from '../../src/response/reach/reachability.ts';

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

describe('the state of a channel', () => {
  it('tells why it does not work', () => {
    const at = new Date();
    const channel = { kind: 'email', verifiedAt: at, disabledAt: null } as const;
    const state = (change: object, isConfigured = true) =>
      channelStateOf({ ...channel, ...change }, () => isConfigured);
    assert.equal(state({}), 'WORKING');
    assert.equal(state({ verifiedAt: null }), 'UNCONFIRMED');
    assert.equal(state({ disabledAt: at }), 'DISABLED');
    assert.equal(state({ disabledAt: at }, false), 'NOT_CONFIGURED');
  });
});

describe('the reach of escalation steps', () => {
  const team = {
    all: ['ann', 'bob'],
    assigned: ['ann'],
    ward: ['bob'],
    wardLeads: ['ada'],
    onDuty: [],
    admins: ['ada'],
  };
  const kinds = { ann: ['ntfy'], bob: [], ada: ['email', 'webpush'] } as const;
  const kindsOf = (id: string) => kinds[id as keyof typeof kinds];

  it('names the channels of each target, and null for nobody', () => {
    assert.deepEqual(reachOf(team, kindsOf), {
      team: ['ntfy'],
      targets: {
        on_duty: ['ntfy'],
        assigned: ['ntfy'],
        ward: [],
        ward_leads: ['email', 'webpush'],
        admins: ['email', 'webpush'],
      },
      people: [
        { id: 'ann', channels: ['ntfy'], isInTeam: true, targets: ['on_duty', 'assigned'] },
        { id: 'ada', channels: ['email', 'webpush'], isInTeam: false, targets: ['ward_leads', 'admins'] },
      ],
    });
    const onDuty = reachOf({ ...team, onDuty: ['bob'], ward: [] }, kindsOf).targets;
    assert.deepEqual([onDuty.on_duty, onDuty.ward], [[], null]);
  });

  it('is that of the admins without a care team', () => {
    const nobody = { ...team, all: [], assigned: [], ward: [] };
    const reach = reachOf(nobody, kindsOf);
    assert.deepEqual(
      [reach.team, reach.targets.on_duty, reach.targets.ward],
      Array(3).fill(['email', 'webpush']),
    );
    assert.deepEqual(
      reach.people.map(({ id, isInTeam, targets }) => [id, isInTeam, targets.length]),
      [['ada', true, 5]],
    );
  });

  it('groups patients with the same reach', () => {
    const [one, other] = [reachOf(team, kindsOf), reachOf({ ...team, onDuty: ['bob'] }, kindsOf)];
    assert.deepEqual(
      groupedReach([other, one, one]).map(({ patients }) => patients),
      [2, 1],
    );
  });

  it('joins the people of a group', () => {
    const [group, ...others] = groupedReach([
      reachOf({ ...team, all: ['ann'], assigned: ['ann'] }, kindsOf),
      reachOf({ ...team, all: ['eve'], assigned: ['eve'], wardLeads: ['ada', 'ann'] }, (id) =>
        id === 'eve' ? ['ntfy'] : id === 'ann' ? [] : kindsOf(id),
      ),
    ]);
    assert.deepEqual(others, []);
    assert.deepEqual(
      group?.people.map(({ id, targets }) => [id, targets]),
      [
        ['ann', ['on_duty', 'assigned']],
        ['ada', ['ward_leads', 'admins']],
        ['eve', ['on_duty', 'assigned']],
      ],
    );
  });
});
