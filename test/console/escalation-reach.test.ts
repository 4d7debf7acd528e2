import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reachOfStep } from '../../web/pages/admin/escalation/reach.ts';

describe('the reach of a step in the policy editor', () => {
  const nobody = { on_duty: null, assigned: null, ward: null, ward_leads: null, admins: null };
  const person = (
    id: string,
    channels: readonly ['ntfy' | 'webpush' | 'email'],
    targets: readonly 'on_duty'[],
  ) => ({
    id,
    name: id,
    channels,
    isInTeam: true,
    targets,
  });
  const groups = [
    {
      patients: 10,
      people: [person('ann', ['ntfy'], ['on_duty'])],
      team: ['ntfy'],
      targets: { ...nobody, on_duty: ['ntfy'], assigned: ['ntfy'], ward_leads: [], admins: ['email'] },
    },
    {
      patients: 2,
      people: [person('bob', ['webpush'], [])],
      team: ['webpush'],
      targets: { ...nobody, on_duty: [], ward_leads: [], admins: ['email'] },
    },
  ] as const satisfies Parameters<typeof reachOfStep>[1];
  const unreached = (targets: readonly string[], channels: readonly string[]) =>
    reachOfStep({ targets, channels } as Parameters<typeof reachOfStep>[0], groups).unreached;

  it('counts the residents for whom no target has a working channel', () => {
    assert.equal(unreached(['on_duty'], ['ntfy']), 2);
    assert.equal(unreached(['on_duty'], ['email', 'webpush']), 12);
    assert.equal(unreached(['on_duty', 'admins'], ['email', 'webpush']), 0);
    assert.equal(unreached(['ward_leads'], ['ntfy', 'email']), 12);
    assert.equal(unreached(['assigned'], ['sms', 'call']), 12, 'nobody has such a channel');
    assert.equal(reachOfStep({ targets: ['admins'], channels: ['email'] }, groups).residents, 12);
  });

  it('names the people whom it reaches, and the channels that do', () => {
    const reached = (targets: readonly 'on_duty'[] | readonly 'ward'[]) => {
      const { people, channels } = reachOfStep({ targets, channels: ['email', 'webpush', 'ntfy'] }, groups);
      return [people.map(({ id }) => id), channels];
    };
    assert.deepEqual(reached(['on_duty']), [['ann'], ['ntfy']]);
    assert.deepEqual(
      reached(['ward']),
      [
        ['ann', 'bob'],
        ['webpush', 'ntfy'],
      ],
      'the care team',
    );
  });

  it('takes the whole care team if all targets are nobody', () => {
    assert.equal(unreached(['ward'], ['ntfy', 'webpush']), 0);
    assert.equal(unreached(['ward', 'assigned'], ['webpush']), 10);
    assert.equal(unreached(['ward', 'on_duty'], ['webpush']), 12, 'one target is somebody');
  });
});
