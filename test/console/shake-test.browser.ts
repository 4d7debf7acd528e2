import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { pause } from '../helpers/quiet.ts';
import { type Reading, randomMac, resting, stream, violent } from '../helpers/readings.ts';
import { type Consoles, chooseAction, openConsoles, type Visit } from './browser.ts';

describe('the shake test on the page of a resident', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  let mac: string;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    await assign(app, ann, rosa);
    mac = randomMac();
    const body = { macAddress: mac, name: 'Wrist' };
    await app.call('POST', `/patients/${rosa.id}/devices`, { token: ann.token, body });
  });
  after(() => consoles.close());

  let seconds = 0;
  async function tick(readings: readonly Reading[]): Promise<void> {
    for (const reading of readings) {
      consoles.app.clock.advance(1_000);
      seconds += 1;
      await stream(consoles.app, rosa, { ...reading, uptime_ms: seconds * 1000 });
    }
  }
  const still = (count: number): Reading[] => Array.from({ length: count }, () => resting(mac));
  const shaken = (count: number, strength: number): Reading[] =>
    Array.from({ length: count }, (_, i) =>
      violent(mac, { accel_x: (i % 2 ? -1 : 1) * (strength + i), accel_y: 3 + i, gyro_x: 300 + 7 * i }),
    );
  const dialogOf = ({ page }: Visit) => page.getByRole('dialog', { name: 'Shake test of Wrist' });
  async function begin(visit: Visit) {
    await visit.logIn(ann, `/patients/${rosa.id}`);
    await chooseAction(visit.page.getByRole('region', { name: 'Wearables' }), 'Shake test');
    await dialogOf(visit).getByText('Leave it still for 5 seconds.').waitFor();
    await visit.picture('shake-test-start');
    await dialogOf(visit).getByRole('button', { name: 'Start test' }).click();
    await dialogOf(visit).getByText('Waiting for the wearable').waitFor();
  }

  /** Goes on sending until the page has asked for the state: a pause would be a gap in the messages. */
  async function sendUntil(visit: Visit, text: string, reading: (i: number) => Reading): Promise<void> {
    const shown = dialogOf(visit).getByText(text);
    for (let i = 0; i < 14 && !(await shown.isVisible()); i++) {
      await tick([reading(i)]);
      await pause(300);
    }
    await shown.waitFor();
  }

  it('leads through both steps and passes a good wearable', async () => {
    const visit = await consoles.visit();
    await begin(visit);
    await sendUntil(visit, 'Now shake and twist it', () => resting(mac));
    const movements = shaken(14, 40);
    await sendUntil(visit, 'Passed.', (i) => movements[i] ?? violent(mac));
    await visit.checkAccessibility();
    await visit.picture('shake-test-passed');
    await dialogOf(visit).getByRole('button', { name: 'Close' }).click();
    await visit.close();
  });

  it('names what is wrong, also on a narrow screen', async () => {
    consoles.app.clock.advance(60_000);
    const visit = await consoles.visit({ width: 320, height: 800 });
    await begin(visit);
    const inG = (reading: Reading): Reading => ({
      ...reading,
      accel_x: reading.accel_x / 9.81,
      accel_y: reading.accel_y / 9.81,
      accel_z: reading.accel_z / 9.81,
      gyro_x: 0,
      gyro_y: 0,
      gyro_z: 0,
    });
    await tick(still(6).map(inG));
    await dialogOf(visit).getByText('Now shake and twist it').waitFor();
    await visit.picture('shake-test-now');
    await tick(shaken(5, 40).map(inG));
    await dialogOf(visit).getByText('Failed.').waitFor();
    await dialogOf(visit).getByText('this looks like g, not m/s²').waitFor();
    await dialogOf(visit).getByText('No gyro').waitFor();
    await visit.checkWidth();
    await visit.checkAccessibility();
    await visit.picture('shake-test-failed');
    await visit.close();
  });

  it('shows sensor warnings beside the wearable', async () => {
    consoles.app.clock.advance(60_000);
    await tick(
      Array.from({ length: 61 }, (_, i) =>
        resting(mac, { accel_z: i % 2 ? 8.5 : 11, gyro_x: 0, gyro_y: 0, gyro_z: 0 }),
      ),
    );
    const visit = await consoles.visit();
    await visit.logIn(ann, `/patients/${rosa.id}`);
    await visit.page.getByText('Gyro missing: falls are found less surely').waitFor();
    await visit.checkAccessibility();
    await visit.picture('wearable-warnings');
    await visit.close();
  });
});
