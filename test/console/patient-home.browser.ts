import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { streamConfirmedFall } from '../helpers/confirmed-fall.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, stream } from '../helpers/readings.ts';
import { codeOf, join } from '../mqtt/clients.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

describe("the resident's own page", () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  let visit: Visit;
  before(async () => {
    consoles = await openConsoles({ OK_WINDOW_SECONDS: '300' });
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    await app.call('PUT', '/profile/me', { token: ann.token, body: { phone: '+49 30 1234' } });
    await assign(app, ann, rosa);
  });
  after(() => consoles.close());

  const ok = ({ page }: Visit) => page.getByRole('button', { name: "I'm OK" });
  const help = ({ page }: Visit) => page.getByRole('button', { name: 'I need help' });
  const isDisabled = async (button: ReturnType<typeof ok>) =>
    (await button.getAttribute('aria-disabled')) === 'true';
  const newestFall = async (): Promise<Json> =>
    (await consoles.app.call('GET', `/patients/${rosa.id}/falls`, { token: ann.token })).body.data[0];
  const act = (verb: string, body: object) => async () => {
    const { id } = await newestFall();
    const { status } = await consoles.app.call('POST', `/falls/${id}/${verb}`, { token: ann.token, body });
    assert.equal(status, 200);
  };
  const claim = (etaMinutes: number) => act('claim', { etaMinutes })();
  const resolve = act('resolve', { outcome: 'HELPED' });

  async function open(options: Parameters<Consoles['visit']>[0] = {}): Promise<Visit> {
    const opened = await consoles.visit(options);
    await opened.logIn(rosa);
    await opened.page.getByRole('heading', { name: 'Hello, Rosa' }).waitFor();
    await opened.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    return opened;
  }

  it('makes at most six requests when it opens', async () => {
    await stream(consoles.app, rosa, resting(randomMac(), { battery_level: 15 }));
    visit = await open();
    await visit.page.getByText('Call +49 30 1234').waitFor();
    await visit.open('/');
    await visit.page.getByText('15 %, please charge it').waitFor();
    await visit.page.getByText('No falls in the last year.').waitFor();
    const asked = visit.ownRequests();
    assert.ok(asked.length <= 6, asked.join(', '));
  });

  it('disables "I\'m OK" without a fall, and says why', async () => {
    await ok(visit).waitFor();
    assert.ok(await isDisabled(ok(visit)));
    await visit.page.getByText('This button is for after a fall').waitFor();
    await visit.picture('patient-home');
  });

  it('calls for help with one press, and shows the claimant and the outcome', async () => {
    await help(visit).click();
    await visit.page.getByText('You asked for help.').first().waitFor();
    assert.ok(await isDisabled(ok(visit)));
    const fall = await newestFall();
    assert.deepEqual([fall.source, fall.response.state], ['HELP_BUTTON', 'OPEN']);
    await visit.picture('patient-home-help');
    await claim(5);
    await visit.page.getByText('Ann Lee is on the way to you.').waitFor();
    await visit.page.getByText('They will be there in about 5 minutes.').waitFor();
    await visit.picture('patient-home-coming');
    await resolve();
    await visit.page.getByText('Ann Lee has taken care of this.').waitFor();
    await visit.page.getByRole('cell', { name: 'You were helped' }).waitFor();
  });

  it('says who was told when the resident presses again, and when the next caregiver is called', async () => {
    await help(visit).click();
    await visit.page.getByText('You asked for help.').first().waitFor();
    await claim(5);
    await visit.page.getByText('Ann Lee is on the way to you.').waitFor();
    await help(visit).click();
    await visit.page.getByText(/Ann Lee is on the way to you\. We told Ann Lee again, \d+:\d\d/).waitFor();
    await visit.page.getByText(/At \d+:\d\d.* we call the next caregiver\./).waitFor();
    assert.equal((await newestFall()).response.helpPresses, 2);
    await visit.picture('patient-home-help-again');
    await resolve();
    await visit.page.getByText('Ann Lee has taken care of this.').waitFor();
  });

  it('shows a detected fall at once, and cancels it with one press', async () => {
    await stream(consoles.app, rosa, blowOf.HIGH(randomMac()));
    await visit.page.getByText('Are you OK?').waitFor();
    await visit.page.getByText(/we call your caregivers in \d+ seconds/).waitFor();
    await visit.picture('patient-home-asked');
    assert.ok(!(await isDisabled(ok(visit))));
    await ok(visit).click();
    await visit.page.getByText('You said you are OK.').waitFor();
    assert.ok(await isDisabled(ok(visit)));
    assert.equal((await newestFall()).response.outcome, 'CANCELLED_BY_PATIENT');
  });

  it('says that the wearable detected a hard fall, not that the resident asked for help', async () => {
    consoles.app.clock.advance(60_000);
    await streamConfirmedFall(consoles.app, rosa, randomMac());
    await visit.page.getByText('Your wearable detected a hard fall.').waitFor();
    await visit.picture('patient-home-emergency');
    await claim(5);
    await resolve();
    await visit.page.getByText('has taken care of this').waitFor();
  });

  it('reports a fall that the wearable has not noticed', async () => {
    consoles.app.clock.advance(60_000);
    await visit.page.getByRole('button', { name: 'Report a fall' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Where did you fall?').fill('Kitchen');
    await dialog.getByLabel('Did someone see it?').selectOption('no');
    await visit.picture('patient-home-report');
    await visit.checkAccessibility();
    await dialog.getByRole('button', { name: 'Report the fall' }).click();
    await dialog.waitFor({ state: 'detached' });
    await visit.page.getByText('Still open').waitFor();
    const { location, status, response } = await newestFall();
    assert.deepEqual([location, status, response.state], ['Kitchen', 'HIGH', 'CHECKING']);
    await claim(5);
    await resolve();
    await visit.page.getByText('has taken care of this').waitFor();
  });

  it('adds a wearable and shows its token once, as text and as a QR code', async () => {
    await visit.page.getByRole('button', { name: 'Add wearable' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('MAC address').fill('nonsense');
    await dialog.getByRole('button', { name: 'Add wearable' }).click();
    // The browser rejects the address and sends no request.
    await dialog.locator('input:invalid').waitFor();
    const macAddress = randomMac();
    await dialog.getByLabel('MAC address').fill(macAddress);
    await dialog.getByLabel('Name (optional)').fill('Left wrist');
    await dialog.getByRole('button', { name: 'Add wearable' }).click();
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    const token = await dialog.locator('code').innerText();
    await visit.picture('patient-home-token');
    await visit.checkAccessibility();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await visit.page.getByText('Left wrist').waitFor();
    assert.equal(await codeOf(join(consoles.app, { username: macAddress, password: token })), 0);
  });

  it('calls a wearable without a name hers, not by its address', async () => {
    await visit.page.getByText('Your wearable', { exact: true }).first().waitFor();
    assert.equal(await visit.page.getByText(/^Wearable [\dA-F]{2}:/).count(), 0);
  });

  it('shows the access log, and downloads all data', async () => {
    await consoles.app.call('GET', `/patients/${rosa.id}/health`, { token: ann.token });
    await visit.page.getByRole('button', { name: 'Who looked at my data' }).click();
    await visit.page.getByRole('cell', { name: 'Your health summary' }).waitFor();
    await visit.page.getByRole('cell', { name: 'Ann Lee, Caregiver' }).first().waitFor();
    const download = visit.page.waitForEvent('download');
    await visit.page.getByRole('button', { name: 'Download my data' }).click();
    const file = await download;
    assert.match(file.suggestedFilename(), /^vigil-.*\.zip$/);
    assert.equal((await readFile(await file.path())).subarray(0, 2).toString(), 'PK');
    await visit.page.getByText('Your data has been downloaded.').waitFor();
    await visit.page.getByRole('button', { name: 'Download my data' }).click();
    await visit.page.getByRole('alert').filter({ hasText: 'Only one export per hour' }).waitFor();
    await visit.picture('patient-home-data');
    await visit.close();
  });

  it('has "I\'m up" while the window of a check-in is open', async () => {
    const ida = await signUp(consoles.app, 'PATIENT', { firstName: 'Ida', lastName: 'Marsh' });
    await assign(consoles.app, ann, ida);
    const body = { from: '00:00', until: '23:59', weekdays: [1, 2, 3, 4, 5, 6, 7] };
    await consoles.app.call('PUT', `/patients/${ida.id}/check-in`, { token: ann.token, body });
    const visit = await consoles.visit();
    await visit.logIn(ida);
    const up = visit.page.getByRole('button', { name: "I'm up" });
    await up.waitFor();
    await visit.checkAccessibility();
    await visit.picture('patient-home-check-in');
    await up.click();
    await visit.page.getByText('You have checked in.').waitFor();
    await visit.close();
  });

  it('passes accessibility and width checks, light and dark, down to 320 px, with hostile names', async () => {
    const eve = await signUp(consoles.app, 'CAREGIVER', { firstName: HOSTILE, lastName: 'x'.repeat(90) });
    await assign(consoles.app, eve, rosa);
    for (const dark of [false, true]) {
      const narrow = await open({ dark, width: 320, height: 700 });
      await narrow.page.getByText(HOSTILE).first().waitFor();
      await narrow.page.getByRole('button', { name: 'Who looked at my data' }).click();
      await narrow.page.getByRole('cell', { name: 'Ann Lee, Caregiver' }).first().waitFor();
      await narrow.checkAccessibility();
      await narrow.checkWidth();
      await narrow.picture(`patient-home-${dark ? 'dark' : 'light'}-narrow`);
      await narrow.page.setViewportSize({ width: 1280, height: 900 });
      await narrow.picture(`patient-home-${dark ? 'dark' : 'light'}`);
      await narrow.close();
    }
  });
});
