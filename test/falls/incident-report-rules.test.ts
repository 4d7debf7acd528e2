import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  amendedContent,
  applied,
  changedFields,
  completeContent,
  initialContent,
  notifiedOf,
  shownContent,
  timesOf,
} from '../../src/falls/incident-reports/incident-report.ts';

const fell = new Date('2026-03-01T08:30:00.400Z');
const after = (seconds: number): Date => new Date(fell.getTime() + seconds * 1000);
const ann = { id: 'a', name: 'Ann Lee' };
const content = initialContent({ location: 'Bathroom', injuries: null });

describe('the content of an incident report', () => {
  it('keeps of a change what differs from the signed text and its amendments', () => {
    const amendments = [
      { by: ann, at: fell, injuries: 'Wrist', measures: 'Mat' },
      { by: ann, at: fell, injuries: null },
    ];
    const now = amendedContent(content, amendments);
    assert.deepEqual(now, { ...content, measures: 'Mat' });
    assert.deepEqual(changedFields(now, { location: 'Bathroom', injuries: null, measures: 'Frame' }), {
      measures: 'Frame',
    });
    const familyInformed = { name: 'Paul', at: fell.toISOString() };
    assert.deepEqual(
      changedFields({ ...now, familyInformed }, { familyInformed: { ...familyInformed } }),
      {},
    );
  });
});

describe('who was informed, in an incident report', () => {
  const at = fell.toISOString();

  it('is a yes as soon as there is a time, and takes back a no', () => {
    const told = applied(content, { doctorInformedAt: at });
    assert.deepEqual(changedFields(content, told), { doctorInformedAt: at }, 'no more than was given');
    assert.equal(shownContent(told).isDoctorInformed, true);
    const not = applied(content, { isDoctorInformed: false });
    assert.equal(shownContent(not).isDoctorInformed, false);
    assert.equal(shownContent(applied(not, { doctorInformedAt: at })).isDoctorInformed, true);
  });

  it('has no time after a no, and is open again without either', () => {
    const told = applied(content, { familyInformed: { name: 'Paul', at }, isFamilyInformed: true });
    const not = applied(told, { isFamilyInformed: false });
    assert.deepEqual([not.familyInformed, shownContent(not).isFamilyInformed], [null, false]);
    assert.equal(shownContent(applied(content, { isFamilyInformed: null })).isFamilyInformed, null);
    assert.equal(shownContent(applied(told, { familyInformed: null })).isFamilyInformed, true);
  });

  it('is unknown in a report of an earlier version', () => {
    const { injury: _, isDoctorInformed: __, isFamilyInformed: ___, ...stored } = content;
    assert.deepEqual(completeContent(stored), content);
  });
});

describe('the notifications and times of an incident report', () => {
  const alerts = [
    {
      caregiverId: 'a',
      caregiverName: 'Ann Lee',
      deliveredAt: after(9),
      receivedAt: after(10),
      openedAt: null,
      acknowledgedAt: after(30),
    },
    {
      caregiverId: 'b',
      caregiverName: 'Bob Ray',
      deliveredAt: null,
      receivedAt: null,
      openedAt: null,
      acknowledgedAt: null,
    },
  ];
  const told = (seconds: number, outcome: string, person: typeof ann | null = ann) => ({
    type: 'told',
    at: after(seconds),
    person,
    channel: 'ntfy',
    outcome,
    receivedAt: outcome === 'delivered' ? after(seconds + 1) : null,
    openedAt: null,
  });

  it('lists each person and channel once, with the first delivery and the failures', () => {
    const timeline = [
      told(3, 'failed'),
      told(5.9, 'delivered'),
      told(65, 'delivered'),
      told(70, 'failed', null),
    ];
    const notified = notifiedOf(alerts, timeline);
    assert.deepEqual(
      notified.map(({ person, channel, deliveredAt, receivedAt, failedAttempts }) => [
        person?.name,
        channel,
        deliveredAt,
        receivedAt,
        failedAttempts,
      ]),
      [
        ['Ann Lee', 'live', after(9), after(10), 0],
        ['Bob Ray', 'live', null, null, 0],
        ['Ann Lee', 'ntfy', after(5.9), after(6.9), 1],
        [undefined, 'ntfy', null, null, 1],
      ],
    );
    const claims = [...timeline, { type: 'claimed', at: after(31) }, { type: 'claimed', at: after(90) }];
    assert.deepEqual(timesOf(fell, notified, claims, after(600.2)), {
      timeToNotify: 5,
      timeToClaim: 31,
      timeToResolve: 600,
    });
  });

  it('has no times before there are deliveries, claims and a resolution, and none below zero', () => {
    assert.deepEqual(timesOf(fell, [], [], null), {
      timeToNotify: null,
      timeToClaim: null,
      timeToResolve: null,
    });
    const early = notifiedOf([{ ...alerts[0], deliveredAt: after(-4) } as (typeof alerts)[0]], []);
    assert.equal(timesOf(fell, early, [], null).timeToNotify, 0);
  });
});
