import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMuted, isQuiet, quietHoursComplaints } from '../../src/notify/personal-channels/quiet-hours.ts';
import {
  CODE_LIFETIME_MS,
  CODE_MAX_TRIES,
  judgeCode,
  newVerificationCode,
} from '../../src/notify/personal-channels/verification-code.ts';
import { minutesAgoOf } from '../../src/notify/texts/content.ts';
import { notificationText } from '../../src/notify/texts/index.ts';

const at = (time: string) => new Date(`2026-03-01T${time}Z`);

describe('the text of a notification', () => {
  const now = at('12:00:00').getTime();
  const fall = {
    patientName: 'Anna Berg',
    patientRoom: null,
    level: 'HIGH',
    source: 'STREAM',
    minutesAgo: null,
  } as const;
  const reader = { timeZone: 'Europe/Berlin', language: 'en' } as const;
  const text = (more: object, isReminder = false) =>
    notificationText({ about: 'fall', isReminder, ...fall, ...more }, reader);

  it('names the patient, the level and the room', () => {
    assert.deepEqual(text({}), {
      title: 'Fall detected: Anna Berg',
      body: 'Please respond if you are going.',
    });
    const inRoom = text({ level: 'CONFIRMED', patientRoom: '12' });
    assert.equal(inRoom.title, 'EMERGENCY: confirmed fall of Anna Berg');
    assert.match(inRoom.body, /^Anna Berg, room 12\./);
    assert.match(text({ patientRoom: 'Room 12' }).body, /^Anna Berg, Room 12\./);
  });

  it('says how old a fall of a backlog is', () => {
    assert.equal(minutesAgoOf(new Date(now - 119_000), now), null);
    assert.equal(minutesAgoOf(new Date(now - 5 * 60_000), now), 5);
    assert.equal(text({ minutesAgo: 5 }).title, 'Fall detected: Anna Berg, 5 minutes ago');
  });

  it('says "Still unanswered" on repeats', () => {
    assert.equal(text({ level: 'POTENTIAL' }, true).title, 'Still unanswered: Likely fall of Anna Berg');
  });

  it('distinguishes a call for help from a fall', () => {
    const help = { level: 'CONFIRMED', source: 'HELP_BUTTON' };
    assert.equal(text(help).title, 'EMERGENCY: Anna Berg calls for help');
  });

  it('says that a check-in was missed, until the resident calls for help', () => {
    const missed = { level: 'POTENTIAL', source: 'CHECK_IN' };
    assert.equal(text(missed).title, 'Anna Berg has not checked in');
    assert.equal(text({ ...missed, level: 'CONFIRMED' }).title, 'EMERGENCY: Anna Berg calls for help');
  });

  it('exists for offers, ended shifts and unreachable caregivers', () => {
    const whose = { patientName: 'Anna Berg', patientRoom: null };
    assert.match(
      notificationText({ about: 'hand-off', ...whose, giverName: 'Ben' }, reader).title,
      /^Ben asks you to take over: Anna/,
    );
    assert.match(
      notificationText({ about: 'shift-end', ...whose, holderName: 'Ben' }, reader).body,
      /Ben had claimed it and is now off duty/,
    );
    assert.equal(
      notificationText({ about: 'unreachable', ...fall }, reader).title,
      'No caregiver reachable: Fall detected: Anna Berg',
    );
  });
});

describe('quiet hours', () => {
  const night = { from: '22:00', to: '06:30', timeZone: 'UTC' };

  it('include their first minute and exclude their last, also over midnight', () => {
    for (const time of ['22:00:00', '23:59:59', '00:00:00', '06:29:59'])
      assert.ok(isQuiet(night, at(time)), time);
    for (const time of ['21:59:59', '06:30:00', '12:00:00']) assert.ok(!isQuiet(night, at(time)), time);
    const noon = { ...night, from: '12:00', to: '13:00' };
    assert.ok(isQuiet(noon, at('12:30:00')));
    assert.ok(!isQuiet(noon, at('13:00:00')));
  });

  it('follow the time zone, in summer and in winter', () => {
    const berlin = { from: '08:00', to: '09:00', timeZone: 'Europe/Berlin' };
    assert.ok(isQuiet(berlin, new Date('2026-01-15T07:30:00Z')));
    assert.ok(!isQuiet(berlin, new Date('2026-07-15T07:30:00Z')));
    assert.ok(isQuiet(berlin, new Date('2026-07-15T06:30:00Z')));
  });

  it('never mute HIGH and above; a minimum severity does', () => {
    const wishes = { minSeverity: 'POTENTIAL', quietHours: night } as const;
    const midnight = at('00:00:00');
    assert.ok(isMuted(wishes, 'POTENTIAL', midnight));
    assert.ok(isMuted(wishes, null, midnight));
    assert.ok(!isMuted(wishes, 'HIGH', midnight));
    assert.ok(!isMuted(wishes, 'CONFIRMED', midnight));
    assert.ok(!isMuted(wishes, 'POTENTIAL', at('12:00:00')));
    assert.ok(isMuted({ minSeverity: 'CONFIRMED', quietHours: null }, 'HIGH', midnight));
    assert.ok(!isMuted({ minSeverity: 'CONFIRMED', quietHours: null }, null, midnight));
  });

  it('name each invalid field', () => {
    assert.deepEqual(quietHoursComplaints(night), {});
    const fields = (from: string, to: string, timeZone: string) =>
      Object.keys(quietHoursComplaints({ from, to, timeZone }));
    assert.deepEqual(fields('24:00', '6:30', 'Mars/Olympus'), [
      'quietHours.from',
      'quietHours.to',
      'quietHours.timeZone',
    ]);
    assert.deepEqual(fields('22:00', '22:00', 'UTC'), ['quietHours.to']);
    assert.deepEqual(fields('22:00', '06:00', '+01:00'), ['quietHours.timeZone']);
  });
});

describe('a verification code', () => {
  const issued = { code: '012345', issuedAt: at('12:00:00'), tries: 0 };
  const now = issued.issuedAt.getTime();

  it('has six digits', () => {
    for (let i = 0; i < 100; i += 1) assert.match(newVerificationCode(), /^\d{6}$/);
  });

  it('matches only exactly as it was sent', () => {
    assert.equal(judgeCode(issued, '012345', now), 'right');
    for (const given of ['12345', '012346', '', '0123456', '０12345'])
      assert.equal(judgeCode(issued, given, now), 'wrong', given);
  });

  it('expires after 30 minutes or 5 wrong tries, even if the right code follows', () => {
    assert.equal(judgeCode(issued, '012345', now + CODE_LIFETIME_MS - 1), 'right');
    assert.equal(judgeCode(issued, '012345', now + CODE_LIFETIME_MS), 'expired');
    assert.equal(judgeCode({ ...issued, tries: CODE_MAX_TRIES - 1 }, '012345', now), 'right');
    assert.equal(judgeCode({ ...issued, tries: CODE_MAX_TRIES }, '012345', now), 'used up');
  });
});
