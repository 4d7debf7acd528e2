import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBoard } from '../../firmware-sim/demo/board.ts';
import { noticeOf } from '../../firmware-sim/demo/receiver.ts';
import type { Deed } from '../../firmware-sim/response/caregiver.ts';
import type { FallResponse, TimelineEntry } from '../../firmware-sim/response/records.ts';
import { type FallRecord, reportOf } from '../../firmware-sim/response/report.ts';
import { beside, packed } from '../../firmware-sim/text.ts';

const NOON = Date.parse('2026-11-15T12:00:00Z');
const NORA = { id: 'nora', name: 'Nora Lindt' };
const open: FallResponse = {
  state: 'OPEN',
  claimedBy: null,
  etaMinutes: null,
  offeredTo: null,
  outcome: null,
};
const entry = (
  type: TimelineEntry['type'],
  afterS: number,
  outcome?: string,
  channel?: string,
): TimelineEntry => ({
  type,
  at: new Date(NOON + afterS * 1000).toISOString(),
  by: type === 'claimed' || type === 'resolved' ? NORA : null,
  ...(outcome !== undefined && { outcome }),
  ...(channel !== undefined && { channel }),
});
const helped: FallRecord = {
  id: 'helped',
  response: { ...open, state: 'RESOLVED', outcome: 'HELPED' },
  timeline: [
    entry('detected', 0),
    entry('told', 1, 'delivered', 'webpush'),
    entry('told', 2, 'failed', 'sms'),
    entry('told', 4, 'delivered', 'sms'),
    entry('told', 5, 'failed', 'call'),
    entry('told', 6, 'delivered', 'pager'),
    entry('claimed', 8),
    entry('claimed', 9),
    entry('resolved', 20),
  ],
  source: 'STREAM',
};
const waiting: FallRecord = {
  id: 'waiting',
  response: open,
  timeline: [entry('detected', 0)],
  source: 'SENSOR',
};
const wellAgain: FallRecord = {
  id: 'well',
  response: { ...open, state: 'RESOLVED', outcome: 'CANCELLED_BY_PATIENT' },
  timeline: [entry('detected', 0), entry('cancelled', 2)],
  source: 'STREAM',
};
const deedOf = (fallId: string): Deed => ({
  kind: 'resolved',
  outcome: 'HELPED',
  fallId,
  patientName: 'Ada Roth',
  by: NORA,
});
const pressed = (fallId: string) => ({ answer: 'ok', isGranted: true, fallId, isNewFall: false }) as const;

test('the report measures the time to the first claim and counts unanswered falls', () => {
  const report = reportOf({
    records: [helped, waiting, wellAgain],
    answers: [pressed('well'), { answer: 'ok', isGranted: false, isNewFall: false }],
    deeds: [deedOf('helped')],
  });
  assert.deepEqual(report.timeToClaimS, [8]);
  assert.equal(report.unanswered, 1);
  assert.equal(report.cancelledByPatient, 1);
  assert.equal(report.helped, 1);
  assert.deepEqual(report.sources, { STREAM: 2, SENSOR: 1 });
  assert.deepEqual(report.messages, {
    delivered: 3,
    failed: 2,
    byChannel: {
      call: { delivered: 0, failed: 1 },
      pager: { delivered: 1, failed: 0 },
      sms: { delivered: 1, failed: 1 },
      webpush: { delivered: 1, failed: 0 },
    },
  });
  assert.deepEqual(report.answers, { ok: 1, help: 0, tooLate: 1 });
  assert.deepEqual(report.broken, []);
});

test('the report lists granted actions that the service does not show', () => {
  const { broken } = reportOf({
    records: [waiting, { id: 'bare', response: null, timeline: [], source: 'STREAM' }],
    answers: [pressed('waiting')],
    deeds: [deedOf('waiting')],
  });
  assert.equal(broken.length, 4);
  assert.match(broken.join('\n'), /bare alerted somebody and has no response/);
  assert.match(broken.join('\n'), /was cancelled by its wearer and is OPEN/);
  assert.match(broken.join('\n'), /does not say that Nora Lindt resolved it/);
});

test('the board shows who waits and who responds, and summarises response times', () => {
  const board = createBoard();
  const fall = { fallId: 'a', patientId: 'ada', patientName: 'Ada Roth' };
  board.alerted(fall, NOON);
  assert.equal(board.parts(NOON + 5_000)[0], 'Ada Roth waits 5 s');
  const claimed: FallResponse = { ...open, state: 'CLAIMED', claimedBy: NORA };
  board.changed({ ...fall, response: claimed }, NOON + 7_000);
  board.changed({ ...fall, response: claimed }, NOON + 9_000);
  assert.equal(board.parts(NOON + 9_000)[0], 'Nora Lindt → Ada Roth');
  const over: FallResponse = { ...open, state: 'RESOLVED', outcome: 'HELPED' };
  assert.equal(board.changed({ ...fall, response: over }, NOON + 20_000), true);
  assert.equal(board.changed({ ...fall, response: over }, NOON + 20_001), false);
  assert.match(board.summary(), /to claim p50 7\.0 s p99 7\.0 s, 1 helped, .*0 unanswered/);
  const deed = { fallId: 'a', patientName: 'Ada Roth', by: NORA };
  board.did({ ...deed, kind: 'claimed', etaMinutes: 2 });
  board.did({ ...deed, kind: 'offered', to: NORA });
  board.pressed({ answer: 'help', isGranted: true, isNewFall: false });
  board.pressed({ answer: 'ok', isGranted: false, isNewFall: false });
  assert.match(board.summary(), /1 claimed, 1 handed off, 1 helped, 1 called for help, 1 pressed too late/);
});

test('the board counts nobody as unanswered who has moved on', () => {
  const board = createBoard();
  const fall = { fallId: 'a', patientId: 'ada', patientName: 'Ada Roth' };
  board.alerted(fall, NOON);
  board.changed({ ...fall, response: open, verification: 'moved_on' }, NOON + 10_000);
  assert.equal(board.parts(NOON + 10_000)[0], 'Ada Roth moved on');
  assert.match(board.summary(), /0 unanswered/);
  board.changed({ ...fall, response: open, verification: 'pending' }, NOON + 15_000);
  assert.match(board.summary(), /1 unanswered/);
  const over: FallResponse = { ...open, state: 'RESOLVED', outcome: 'MOVED_ON' };
  board.changed({ ...fall, response: over, verification: 'moved_on' }, NOON + 620_000);
  assert.match(board.summary(), /1 moved on, .*0 unanswered/);
});

test('the simulated phone parses ntfy and webhook messages', () => {
  const click = 'http://localhost:3000/falls/12-ab';
  assert.deepEqual(noticeOf('/', { topic: 'nora', title: 'Fall', message: 'Ada Roth', click }), {
    to: 'nora',
    via: 'ntfy',
    text: 'Fall. Ada Roth',
    fallId: '12-ab',
  });
  const data = { fallId: '12-ab', patientName: 'Ada Roth', level: 'HIGH' };
  assert.deepEqual(noticeOf('/admin', { type: 'fall.alert', data }), {
    to: 'admin',
    via: 'webhook',
    text: 'fall.alert HIGH Ada Roth',
    fallId: '12-ab',
  });
  assert.equal(noticeOf('/', null), undefined);
});

test('lines are filled and never cut', () => {
  assert.deepEqual(packed(['aaa', 'bbb', 'cccccccccc'], 9), ['aaa · bbb', 'cccccccccc']);
  assert.equal(beside('12:00  ', 'Ada Roth fell', 16), '12:00  Ada Roth\n       fell');
});
