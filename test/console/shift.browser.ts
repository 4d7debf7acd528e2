import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { COUNT_NOTES, type Consoles, openConsoles, type Visit } from './browser.ts';

/** Counts notes and wake locks, and replaces the browser's push service, which is out of reach here. */
const SPIES = `
  ${COUNT_NOTES}
  globalThis.locks = [];
  const request = WakeLock.prototype.request;
  WakeLock.prototype.request = async function (...kind) {
    const lock = await request.apply(this, kind);
    globalThis.locks.push(lock);
    return lock;
  };
  const base64 = (length) => btoa('k'.repeat(length)).replace(/[+/=]/g, '');
  PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
    const endpoint = 'https://push.example.org/' + applicationServerKey;
    return { endpoint, toJSON: () => ({ endpoint, keys: { p256dh: '%P256DH%', auth: base64(16) } }) };
  };
`;
/** Blocks sound until a press, as browsers do. The browser of the tests takes commands of its driver for a press. */
const BLOCKED_SOUND = `
  let isPressed = false;
  addEventListener('pointerup', () => { isPressed = true; }, { capture: true });
  const { get } = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'state');
  Object.defineProperty(BaseAudioContext.prototype, 'state', {
    get() { return isPressed ? get.call(this) : 'suspended'; },
  });
  const resume = AudioContext.prototype.resume;
  AudioContext.prototype.resume = async function () {
    if (!isPressed) return new Promise(() => {});
    await resume.call(this);
    this.dispatchEvent(new Event('statechange'));
  };
`;
/** A valid public key, as a browser creates it. */
const P256DH = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

describe('a shift in the console', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  let bob: Person;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    bob = await signUp(app, 'CAREGIVER', { firstName: 'Bob', lastName: 'Ray' });
    await assign(app, ann, rosa);
    await assign(app, bob, rosa);
  });
  after(() => consoles.close());

  const alertsOf = ({ page }: Visit) => page.getByRole('region', { name: 'Alerts' });
  const notes = ({ page }: Visit) => page.evaluate<number>('globalThis.notes');
  async function open(person: Person, options = {}): Promise<Visit> {
    const visit = await consoles.visit(options);
    await visit.context.addInitScript(SPIES.replace('%P256DH%', P256DH));
    await visit.logIn(person);
    await visit.page.getByRole('link', { name: 'Rosa Marsh' }).first().waitFor();
    return visit;
  }
  const onDuty = async (): Promise<{ name: string; until: string }[]> =>
    (await consoles.app.call('GET', '/caregivers/on-duty', { token: bob.token })).body.data;

  it('starts with one press: on duty, sound, notifications, push and a screen that stays on', async () => {
    const visit = await open(ann, { permissions: ['notifications', 'screen-wake-lock'] });
    const { page } = visit;
    await page.getByLabel('Until').selectOption({ label: await hoursLabel(visit, 12) });
    await page.getByRole('button', { name: 'Start shift' }).click();
    await page.getByRole('button', { name: 'End shift' }).waitFor();
    for (const text of ['Sound is on', 'The screen stays on', 'Notifications are on'])
      await page.getByText(text).waitFor();
    const [shift] = await onDuty();
    assert.equal(shift?.name, 'Ann Lee');
    const hours = (Date.parse(shift?.until ?? '') - Date.now()) / 3_600_000;
    assert.ok(Math.abs(hours - 12) < 0.1, shift?.until);
    const { body } = await consoles.app.call('GET', '/profile/channels', { token: ann.token });
    assert.deepEqual(
      body.data.map(({ kind }: { kind: string }) => kind),
      ['webpush'],
    );
    const key = await consoles.app.call('GET', '/push/key', { token: ann.token });
    assert.equal(body.data[0].endpoint, `https://push.example.org/${key.body.data.publicKey}`);
    await visit.checkAccessibility();
    await visit.picture('board-on-duty');

    // The browser releases the lock when the page is hidden.
    await page.evaluate('locks[0].release()');
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await eventually('the lock is requested again', async () => (await page.evaluate('locks.length')) === 2);
    await page.getByText('The screen stays on').waitFor();

    await page.getByRole('button', { name: 'End shift' }).click();
    await page.getByRole('button', { name: 'Start shift' }).waitFor();
    assert.deepEqual(await onDuty(), []);
    await eventually('the lock is released', async () => await page.evaluate('locks[1].released'));
    await visit.close();
  });

  const hoursLabel = async ({ page }: Visit, hours: number): Promise<string> => {
    const labels = await page.getByLabel('Until').getByRole('option').allTextContents();
    return labels.find((label) => label.endsWith(`(${hours} h)`)) ?? '';
  };

  it('rings until a caregiver takes over', async () => {
    const visit = await open(ann);
    const { page } = visit;
    await page.getByRole('button', { name: 'Start shift' }).click();
    await page.getByText('Sound is on').waitFor();
    assert.equal(await notes(visit), 0);
    await consoles.app.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.95 } });
    await eventually('the alert rings', async () => (await notes(visit)) >= 6);
    await eventually('the alert rings again', async () => (await notes(visit)) >= 12, 8_000);
    await alertsOf(visit).getByRole('button', { name: "I'm going" }).click();
    await alertsOf(visit).getByText("You're on your way").waitFor();
    const rung = await notes(visit);
    await staysQuiet(4_500, 'an alert without an answer would ring again in this time');
    assert.equal(await notes(visit), rung);
    await alertsOf(visit).getByRole('button', { name: 'Release' }).click();
    await eventually('the alert rings after the release', async () => (await notes(visit)) > rung);

    // In a new window browsers block sound until the first press.
    const fresh = await visit.context.newPage();
    await fresh.addInitScript(BLOCKED_SOUND);
    await fresh.goto('/');
    await fresh.getByRole('alert').filter({ hasText: 'Sound is blocked' }).waitFor();
    const played = () => fresh.evaluate<number>('globalThis.notes');
    assert.equal(await played(), 0);
    await fresh.goto('/settings');
    await fresh.getByRole('alert').filter({ hasText: 'Sound is blocked' }).waitFor();
    assert.equal(await played(), 0);
    await fresh.getByRole('button', { name: 'Turn sound on' }).click();
    await eventually('the alert rings', async () => (await played()) >= 6);
    await fresh.getByText('Sound is blocked').waitFor({ state: 'detached' });
    await fresh.close();

    // "End shift" asks first while an alert rings, and the alert continues to ring.
    await page.getByRole('button', { name: 'End shift' }).click();
    const dialog = page.getByRole('dialog', { name: 'End your shift?' });
    await dialog.getByText('1 alert is unanswered.').waitFor();
    await visit.checkAccessibility();
    await visit.picture('end-shift');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await onDuty()).length, 1);
    await alertsOf(visit).getByRole('button', { name: "I'm going" }).click();
    await alertsOf(visit).getByText("You're on your way").waitFor();
    await page.getByRole('button', { name: 'End shift' }).click();
    await dialog.getByText("You're on your way to 1 alert.").waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await alertsOf(visit).getByRole('button', { name: 'Release' }).click();
    await page.getByRole('button', { name: 'End shift' }).click();
    await dialog.getByRole('button', { name: 'End shift' }).click();
    await page.getByRole('button', { name: 'Start shift' }).waitFor();
    assert.deepEqual(await onDuty(), []);
    const atEnd = await notes(visit);
    await eventually('the alert continues to ring', async () => (await notes(visit)) > atEnd + 6, 10_000);
    await visit.close();
  });

  it('that is about to end offers an extension, and mutes no ringing alert', async () => {
    const { app } = consoles;
    const shiftUntil = (ms: number) =>
      app.call('POST', '/caregivers/me/shift', {
        token: ann.token,
        body: { until: new Date(Date.now() + ms).toISOString() },
      });
    await shiftUntil(14 * 60_000);
    const visit = await open(ann, { width: 390, height: 844 });
    const { page } = visit;
    await page.getByText(/Your shift ends at \d\d:\d\d/).waitFor();
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('shift-ending-phone');
    await page.getByRole('button', { name: 'Extend by 1 h' }).click();
    await page.getByText(/Your shift ends at/).waitFor({ state: 'detached' });
    const [extended] = await onDuty();
    const minutes = (Date.parse(extended?.until ?? '') - Date.now()) / 60_000;
    assert.ok(Math.abs(minutes - 74) < 1, `${minutes}`);

    await shiftUntil(6_000);
    await page.reload();
    await page.getByRole('button', { name: 'End shift' }).waitFor();
    await page.getByRole('button', { name: 'Test sound' }).click();
    await page.getByText('Sound is on').waitFor();
    await page.getByRole('button', { name: 'Start shift' }).waitFor();
    const after = await notes(visit);
    await eventually(
      'the earlier fall continues to ring',
      async () => (await notes(visit)) > after + 6,
      10_000,
    );
    await alertsOf(visit).getByRole('button', { name: "I'm going" }).click();
    await alertsOf(visit).getByText("You're on your way").waitFor();
    await page.getByText('Alerts make no sound here').waitFor();
    await alertsOf(visit).getByRole('button', { name: 'Release' }).click();
    await alertsOf(visit).getByRole('button', { name: "I'm going" }).waitFor();
    await visit.close();
  });

  it('plays every sound once as a test', async () => {
    const visit = await open(bob, { width: 320, height: 700 });
    // The earlier fall still rings and would be counted.
    await alertsOf(visit).getByRole('button', { name: "I'm going" }).click();
    await alertsOf(visit).getByText("You're on your way").waitFor();
    await visit.page.getByRole('button', { name: 'Test sound' }).click();
    await eventually('all notes are played', async () => (await notes(visit)) === 11);
    await visit.checkWidth();
    await visit.close();
  });

  it('starts although the browser refuses, and says what does not work', async () => {
    const visit = await consoles.visit({ width: 320, height: 900, dark: true });
    await visit.context.addInitScript(`
      ${COUNT_NOTES}
      delete Navigator.prototype.wakeLock;
      Notification.requestPermission = async () => 'denied';
    `);
    const { page } = visit;
    await visit.logIn(bob);
    await page.getByRole('button', { name: 'Start shift' }).click();
    await page.getByRole('button', { name: 'End shift' }).waitFor();
    await page.getByText('The screen may turn off').waitFor();
    await page.getByText('Notifications are blocked').waitFor();
    assert.deepEqual(
      (await onDuty()).map(({ name }) => name),
      ['Bob Ray'],
    );
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('board-refused-narrow');

    // Caregivers on duty come first in the hand-off dialog.
    await consoles.app.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.95 } });
    const hers = await open(ann);
    await alertsOf(hers).getByRole('button', { name: "I'm going" }).click();
    await alertsOf(hers).getByRole('button', { name: 'Hand off' }).click();
    const groups = hers.page.getByRole('dialog').getByLabel('Caregiver').locator('optgroup');
    await groups.first().waitFor({ state: 'attached' });
    assert.deepEqual(await groups.evaluateAll((all) => all.map((each) => each.getAttribute('label'))), [
      'On duty',
    ]);
    // A hand-off rings at the other caregiver's, on every page.
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    const before = await notes(visit);
    await hers.page.getByRole('dialog').getByRole('button', { name: 'Hand off' }).click();
    const banner = page.locator('.banner').filter({ hasText: 'Ann Lee asks you to take over: Rosa Marsh' });
    await banner.waitFor();
    await eventually('the hand-off rings', async () => (await notes(visit)) >= before + 3);
    await page.getByRole('alert').filter({ hasText: 'asks you to take over' }).waitFor();
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('hand-off-narrow');
    await banner.getByRole('button', { name: 'Decline' }).click();
    await banner.waitFor({ state: 'detached' });
    await alertsOf(hers).getByText("Bob Ray can't take over").waitFor();
    await alertsOf(hers).getByRole('button', { name: 'Hand off' }).click();
    await hers.page.getByRole('dialog').getByRole('button', { name: 'Hand off' }).click();
    await visit.open('/');
    await alertsOf(visit).getByRole('button', { name: 'Decline' }).waitFor();
    // Other alerts may keep its card below the screen.
    await banner.getByRole('button', { name: 'Take over', exact: true }).waitFor();
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('board-offered-narrow');
    await alertsOf(visit).getByRole('button', { name: 'Take over', exact: true }).click();
    // To the earlier fall, too.
    await alertsOf(hers).getByText('Bob Ray is going').nth(1).waitFor();
    await hers.close();
    await visit.close();
  });
});
