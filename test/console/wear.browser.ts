import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { codeOf } from '../../web/wear/code.ts';
import type { Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { startProxy } from '../helpers/proxy.ts';
import { sql } from '../helpers/sql.ts';
import { COUNT_NOTES, type Consoles, openConsoles, type Visit, type VisitOptions } from './browser.ts';
import { checkLayout } from './layout.ts';
import {
  AT_REST,
  MOTION,
  type PhoneCode,
  registerPhone,
  simulatedFall,
  type VirtualSensor,
  virtualSensor,
} from './phone.ts';

const PHONE = { width: 390, height: 844, permissions: MOTION } as const;
const FALL_HZ = 50;
/** Readings before a fall: a wearer's first ones are judged by themselves. */
const FIRST_READINGS = 5;
const LONG_MS = 60_000;

/** An init script: `vibrations` counts how often the page has asked for one. */
const COUNT_VIBRATIONS = `
  globalThis.vibrations = 0;
  Navigator.prototype.vibrate = (pattern) => (globalThis.vibrations += pattern === 0 ? 0 : 1) > 0;
`;

/** Chromium without a window is never hidden. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${isHidden ? 'hidden' : 'visible'}' });
    document.dispatchEvent(new Event('visibilitychange'));
  `);

describe('a phone as a wearable', () => {
  let consoles: Consoles;
  let ann: Person;
  before(async () => {
    consoles = await openConsoles({ OK_WINDOW_SECONDS: '300' });
    ann = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Nora', lastName: 'Lee' });
  });
  after(() => consoles.close());

  interface Phone {
    readonly visit: Visit;
    readonly page: Page;
    readonly sensor: VirtualSensor;
    readonly wearer: Person;
    readonly code: PhoneCode;
    state(wanted: string): Promise<void>;
    readings(): Promise<number>;
    falls(): Promise<Json[]>;
  }

  async function open(code: PhoneCode, wearer: Person, options: VisitOptions & { gyro?: boolean } = {}) {
    const visit = await consoles.visit({ ...PHONE, ...options });
    const { page } = visit;
    await page.addInitScript(COUNT_NOTES);
    await page.addInitScript(COUNT_VIBRATIONS);
    const sensor = await virtualSensor(page, options);
    await visit.open(code.path);
    const phone: Phone = {
      visit,
      page,
      sensor,
      wearer,
      code,
      state: (wanted) => page.locator(`body[data-state="${wanted}"]`).waitFor({ timeout: LONG_MS }),
      async readings() {
        const [row] = await sql(
          consoles.app.databaseUrl,
          'SELECT count(*)::int AS count FROM sensor_readings WHERE device_key = (SELECT key FROM devices WHERE id = $1)',
          [code.deviceId],
        );
        return row?.count as number;
      },
      async falls() {
        const { body } = await consoles.app.call('GET', `/patients/${wearer.id}/falls`, { token: ann.token });
        return body.data;
      },
    };
    return phone;
  }

  async function phoneOf(options: VisitOptions & { gyro?: boolean } = {}): Promise<Phone> {
    const wearer = await signUp(consoles.app);
    await assign(consoles.app, ann, wearer);
    return open(await registerPhone(consoles.app, wearer), wearer, options);
  }

  const press = ({ page }: Phone, name: string) => page.getByRole('button', { name, exact: true }).click();

  async function start(phone: Phone): Promise<Phone> {
    await press(phone, 'Start');
    await phone.state('sensing');
    return phone;
  }

  /** A fall that the wearer can cancel; a recorded one may be an emergency at once. */
  async function suspect({ wearer }: Phone): Promise<void> {
    const body = { confidence: 0.8 };
    assert.equal((await consoles.app.call('POST', '/falls', { token: wearer.token, body })).status, 201);
  }

  const fallOf = async (phone: Phone): Promise<Json> => {
    await eventually('its fall is known', async () => (await phone.falls()).length > 0, LONG_MS);
    return (await phone.falls())[0];
  };

  it('reads its code once, and keeps it for a reload', async () => {
    const { visit, page, state } = await phoneOf();
    await state('idle');
    assert.equal(new URL(page.url()).hash, '');
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('wear-start');
    await page.reload();
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop using this phone' }).click();
    await page.getByRole('heading', { name: 'No wearable yet' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'No wearable yet' }).waitFor();
    assert.equal(await page.evaluate('localStorage.length'), 0);
    await visit.checkAccessibility();
    await visit.picture('wear-no-code');
    await visit.close();
  });

  it('sends what it senses each second, with parts', async () => {
    const phone = await start(await phoneOf());
    const { visit, page, code } = phone;
    await page.getByText('Watching for falls').waitFor();
    await eventually('readings are stored', async () => (await phone.readings()) >= 3, LONG_MS);
    const { body } = await consoles.app.call('GET', `/device/${code.deviceId}/status`, { token: ann.token });
    assert.equal(body.data.firmwareVersion, 'wear-1');
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('wear-sensing');
    await visit.close();
  });

  it('asks after a fall, and says who is coming', async () => {
    const phone = await start(await phoneOf({ width: 360, height: 740 }));
    const { visit, page, state } = phone;
    await suspect(phone);
    await state('fall');
    await page.getByRole('alert').getByRole('heading', { name: 'Did you fall?' }).waitFor();
    await page.getByText(/We call for help in \d+ s\./).waitFor();
    await eventually('it sounds', () => page.evaluate<boolean>('globalThis.notes > 0'));
    await eventually('it vibrates', () => page.evaluate<boolean>('globalThis.vibrations > 0'));
    for (const name of ["I'm OK", 'Help']) {
      const button = page.getByRole('button', { name, exact: true });
      assert.ok(((await button.boundingBox())?.height ?? 0) >= 72, name);
      const size = await page.evaluate<number>(
        `parseFloat(getComputedStyle([...document.querySelectorAll('button')].find(({ textContent }) => textContent === ${JSON.stringify(name)})).fontSize)`,
      );
      assert.ok(size >= 24, name);
    }
    await visit.checkAccessibility();
    await checkLayout(page, 'the question at 360 px');
    await visit.picture('wear-asked');
    await page.setViewportSize({ width: 740, height: 360 });
    await checkLayout(page, 'the question in landscape');
    await visit.picture('wear-asked-landscape');
    await press(phone, 'Help');
    await page.getByRole('heading', { name: 'Calling for help' }).waitFor();
    const { id } = await fallOf(phone);
    const claimed = await consoles.app.call('POST', `/falls/${id}/claim`, {
      token: ann.token,
      body: { etaMinutes: 3 },
    });
    assert.equal(claimed.status, 200);
    await page.getByRole('heading', { name: 'Nora Lee is coming' }).waitFor();
    await page.getByText('About 3 minutes.').waitFor();
    await visit.checkAccessibility();
    await page.setViewportSize(PHONE);
    await visit.picture('wear-coming');
    await press(phone, 'Help');
    await eventually('the second press counts', async () => (await fallOf(phone)).response.helpPresses >= 1);
    await consoles.app.call('POST', `/falls/${id}/resolve`, {
      token: ann.token,
      body: { outcome: 'HELPED' },
    });
    await state('sensing');
    await page.getByText('Nora Lee has taken care of this.').waitFor();
    await visit.close();
  });

  it('cancels a fall with "I\'m OK"', async () => {
    const phone = await start(await phoneOf());
    await suspect(phone);
    await phone.state('fall');
    await press(phone, "I'm OK");
    await phone.state('sensing');
    await phone.page.getByText('You said you are OK.').waitFor();
    assert.equal((await fallOf(phone)).response.outcome, 'CANCELLED_BY_PATIENT');
    await phone.visit.close();
  });

  it('calls for help without a fall', async () => {
    const phone = await start(await phoneOf());
    await press(phone, 'Help');
    await phone.state('fall');
    assert.equal((await fallOf(phone)).source, 'HELP_BUTTON');
    await phone.visit.close();
  });

  it('raises a fall that happened within 30 s without a connection, and a press of then', async () => {
    const proxy = await startProxy(`${consoles.origin}/`);
    const phone = await start(await phoneOf({ origin: new URL(proxy.url).origin }));
    const { page } = phone;
    await eventually(
      'it has sent its first readings',
      async () => (await phone.readings()) > FIRST_READINGS,
      LONG_MS,
    );
    const samples = await simulatedFall();
    // Up to the impact, which is in the gap.
    await phone.sensor.play(samples.slice(0, 4 * FALL_HZ), FALL_HZ);
    await proxy.cut();
    const cutAt = Date.now();
    await phone.sensor.play(samples.slice(4 * FALL_HZ), FALL_HZ);
    await phone.state('offline');
    await page.getByText('your caregivers learn of it when the connection is back').waitFor();
    await phone.sensor.play(Array(25 * FALL_HZ).fill(samples.at(-1) ?? AT_REST), FALL_HZ);
    await page.getByText(/\d\d readings wait to be sent\./).waitFor();
    assert.deepEqual(await phone.falls(), []);
    await press(phone, 'Help');
    await page.getByRole('alert').getByText('nobody has been told yet').waitFor();
    await phone.visit.checkAccessibility();
    await phone.visit.picture('wear-offline');
    await proxy.mend();
    await phone.state('fall');
    await eventually(
      'the fall is raised by its readings',
      async () =>
        (await phone.falls()).some(
          ({ source, createdAt }) => source === 'STREAM' && Date.parse(createdAt) < cutAt + 5_000,
        ),
      LONG_MS,
    );
    await page.getByText('nobody has been told yet').waitFor({ state: 'detached' });
    await eventually(
      'all are handed over',
      async () => (await page.getByText('to be sent').count()) === 0,
      LONG_MS,
    );
    await proxy.close();
  });

  it('goes on after a reload in the middle, and loses no reading', async () => {
    const phone = await start(await phoneOf());
    await eventually(
      'it has sent its first readings',
      async () => (await phone.readings()) > FIRST_READINGS,
      LONG_MS,
    );
    const samples = await simulatedFall();
    const playing = phone.sensor.play(samples, FALL_HZ);
    await phone.page.reload();
    await phone.state('fall');
    await playing;
    await phone.page.reload();
    await phone.page.getByRole('heading', { name: 'Did you fall?' }).waitFor();
    await phone.visit.close();
  });

  it('says that the screen is off while it is hidden', async () => {
    const phone = await start(await phoneOf());
    const { page, code } = phone;
    const status = async () =>
      (await consoles.app.call('GET', `/device/${code.deviceId}/status`, { token: ann.token })).body.data;
    await setHidden(page, true);
    await phone.state('hidden');
    await eventually('the service knows', async () => (await status()).paused === 'screen_off');
    assert.ok(Date.parse((await status()).pausedAt) <= Date.now());
    await setHidden(page, false);
    await phone.state('sensing');
    await eventually('the pause has ended', async () => (await status()).paused === null);
    await phone.visit.close();
  });

  it('stops for good when its token is replaced', async () => {
    const phone = await start(await phoneOf());
    const { visit, page, code, wearer } = phone;
    const reply = await consoles.app.call('POST', `/device/${code.deviceId}/token`, { token: wearer.token });
    assert.equal(reply.status, 200);
    await page.getByRole('alert').getByRole('heading', { name: 'This code is no longer valid' }).waitFor();
    await phone.state('idle');
    assert.equal(await page.evaluate('localStorage.length'), 0);
    await visit.checkAccessibility();
    await visit.picture('wear-over');
    await page.reload();
    await page.getByRole('heading', { name: 'No wearable yet' }).waitFor();
    // The same after a load with a code that was replaced before.
    await visit.open(code.path);
    await press(phone, 'Start');
    await page.getByRole('heading', { name: 'This code is no longer valid' }).waitFor();
  });

  it('makes way for another phone with the same code, and takes it back', async () => {
    const first = await start(await phoneOf());
    const second = await start(await open(first.code, first.wearer));
    await first.page.getByRole('heading', { name: 'Another phone uses this code' }).waitFor();
    await first.state('idle');
    await first.visit.checkAccessibility();
    await first.visit.picture('wear-replaced');
    await press(first, 'Use this phone again');
    await first.state('sensing');
    await second.page.getByRole('heading', { name: 'Another phone uses this code' }).waitFor();
    await Promise.all([first.visit.close(), second.visit.close()]);
  });

  it('sends null for the rotation without a gyro, and says so', async () => {
    const phone = await start(await phoneOf({ gyro: false }));
    await phone.page.getByText('This phone reports no rotation.').waitFor();
    await eventually('readings are stored', async () => (await phone.readings()) > 0, LONG_MS);
    const [row] = await sql(
      consoles.app.databaseUrl,
      'SELECT gyro_x FROM sensor_readings WHERE device_key = (SELECT key FROM devices WHERE id = $1) LIMIT 1',
      [phone.code.deviceId],
    );
    assert.deepEqual(row, { gyro_x: null });
    await phone.visit.close();
  });

  it('says that a device without a motion sensor is none', async () => {
    const wearer = await signUp(consoles.app);
    const { path } = await registerPhone(consoles.app, wearer);
    const visit = await consoles.visit(PHONE);
    await visit.open(path);
    await visit.page.getByRole('button', { name: 'Start', exact: true }).click();
    await visit.page.getByRole('heading', { name: 'No motion sensor' }).waitFor();
    await visit.checkAccessibility();
    await visit.picture('wear-no-sensor');
    await visit.close();
  });

  it('says what to do without HTTPS', async () => {
    const wearer = await signUp(consoles.app);
    const { path } = await registerPhone(consoles.app, wearer);
    const visit = await consoles.visit(PHONE);
    // Chromium trusts localhost without HTTPS.
    await visit.page.addInitScript(`Object.defineProperty(globalThis, 'isSecureContext', { value: false })`);
    await visit.open(path);
    await visit.page.getByRole('heading', { name: 'This page needs HTTPS' }).waitFor();
    assert.equal(await visit.page.getByRole('button', { name: 'Start', exact: true }).count(), 0);
    await visit.checkAccessibility();
    await visit.close();
  });

  it('asks a browser that wants a press for its sensor, and says if it is refused', async () => {
    const phone = await phoneOf();
    await phone.page.addInitScript(
      `Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' });
      const add = globalThis.addEventListener;
      globalThis.addEventListener = (type, ...given) => {
        if (type !== 'devicemotion' || globalThis.permission) add(type, ...given);
      };
      DeviceMotionEvent.requestPermission = async () => globalThis.permission ?? 'denied'`,
    );
    await phone.page.reload();
    await press(phone, 'Start');
    await phone.page.getByRole('alert').getByText('does not let the page read the motion sensor').waitFor();
    await phone.page.evaluate(`globalThis.permission = 'granted'`);
    await start(phone);
    await eventually('readings are stored', async () => (await phone.readings()) > 0, LONG_MS);
    const [row] = await sql(
      consoles.app.databaseUrl,
      'SELECT accel_z FROM sensor_readings WHERE device_key = (SELECT key FROM devices WHERE id = $1) LIMIT 1',
      [phone.code.deviceId],
    );
    assert.ok((row?.accel_z as number) < 0, 'with the sign of other phones');
    await phone.visit.close();
  });

  it('speaks German, and changes its language', async () => {
    const phone = await phoneOf({ locale: 'de-DE' });
    const { visit, page } = phone;
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await press(phone, 'Los');
    await phone.state('sensing');
    await suspect(phone);
    await page.getByRole('heading', { name: 'Sind Sie gestürzt?' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await checkLayout(page, 'the question in German');
    await visit.checkAccessibility();
    await visit.picture('wear-german');
    await press(phone, 'Mir geht es gut');
    await page.getByText('Sie haben gesagt, dass es Ihnen gut geht.').waitFor();
    await press(phone, 'Show in English');
    await page.locator('html[lang="en"]').waitFor();
    await phone.state('sensing');
    await visit.close();
  });

  it('is offered with the address of the own certificate, if the console was opened over plain HTTP', async () => {
    const secure = await openConsoles({ TLS_OWN: 'on', TLS_OWN_PORT: '0' });
    try {
      const office = await secure.visit();
      await office.logIn(await signUp(secure.app));
      const { page } = office;
      await page.getByRole('button', { name: 'Add wearable' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('MAC address').fill('02:11:22:33:44:55');
      await dialog.getByRole('button', { name: 'Add wearable' }).click();
      await dialog.getByRole('button', { name: 'Use a phone' }).click();
      const link =
        (await dialog.getByRole('link', { name: 'Open on this device' }).getAttribute('href')) ?? '';
      const own = `https://127.0.0.1:${secure.app.app.ports.https}`;
      assert.ok(link.startsWith(`${own}/wear#`), link.replace(/#.*/, ''));
      assert.equal(codeOf(new URL(link).hash)?.url, own);
      assert.equal(await dialog.getByText('Phones read their motion sensor only over HTTPS.').count(), 0);
      await office.close();
    } finally {
      await secure.close();
    }
  });

  it('is offered by the dialog of a new token', async () => {
    const wearer = await signUp(consoles.app);
    const office = await consoles.visit();
    await office.logIn(wearer);
    const { page } = office;
    await page.getByRole('button', { name: 'Add wearable' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('MAC address').fill('02:11:22:33:44:55');
    await dialog.getByRole('button', { name: 'Add wearable' }).click();
    await dialog.getByRole('button', { name: 'Use a phone' }).click();
    await dialog.getByRole('img', { name: 'QR code that opens the phone page' }).waitFor();
    await dialog.getByText('Phones read their motion sensor only over HTTPS.').waitFor();
    await office.checkAccessibility();
    await office.picture('wear-dialog');
    const link = await dialog.getByRole('link', { name: 'Open on this device' }).getAttribute('href');
    const visit = await consoles.visit(PHONE);
    await virtualSensor(visit.page);
    await visit.open(link ?? '');
    await visit.page.getByRole('button', { name: 'Start', exact: true }).click();
    await inTime('it senses', visit.page.locator('body[data-state="sensing"]').waitFor());
    await Promise.all([visit.close(), office.close()]);
  });
});
