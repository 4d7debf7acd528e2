import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PATHS } from '../../web/paths.ts';
import { ADMIN } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { type Account, type Consoles, openConsoles, type Visit } from './browser.ts';

/** A hostile name: as HTML it would run a script. */
const HOSTILE = {
  firstName: '<img src=x onerror="window.hacked=1">',
  lastName: '"><script>window.hacked=1</script>{{7*7}}',
};
const MOST_REQUESTS = 6;
/** Each shows what several other pages have, and is opened seldom. */
const MOST_REQUESTS_OF_OVERVIEWS = 9;
const OVERVIEWS: ReadonlySet<string> = new Set(['/reports', '/admin/stats', '/admin/setup']);
const NARROW = { width: 320, height: 700 };

describe('every page of the console', () => {
  let consoles: Consoles;
  let patient: Person;
  let caregiver: Person;
  let fallId: string;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    patient = await signUp(app, 'PATIENT', HOSTILE);
    caregiver = await signUp(app, 'CAREGIVER', HOSTILE);
    await assign(app, caregiver, patient);
    await app.call('POST', '/device/sensor-stream', { token: patient.token, body: resting(randomMac()) });
    const fall = { confidence: 0.95, location: HOSTILE.firstName, injuries: HOSTILE.lastName };
    fallId = (await app.call('POST', '/falls', { token: patient.token, body: fall })).body.data.id;
    const message = { recipientId: caregiver.id, content: HOSTILE.firstName };
    await app.call('POST', '/messages', { token: patient.token, body: message });
    const note = { note: HOSTILE.lastName };
    await app.call('POST', `/falls/${fallId}/claim`, { token: caregiver.token, body: note });
  });
  after(() => consoles.close());

  const addressOf = (path: string): string =>
    path.replace('/falls/:id', `/falls/${fallId}`).replace('/patients/:id', `/patients/${patient.id}`);

  /** Waits until all requests are done. */
  const settle = ({ page }: Visit) => page.waitForLoadState('networkidle');

  async function look(visit: Visit, path: string, name: string): Promise<void> {
    const { page } = visit;
    await visit.open(addressOf(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('#pages').waitFor();
    await settle(visit);
    const asked = visit.ownRequests();
    const most = OVERVIEWS.has(path) ? MOST_REQUESTS_OF_OVERVIEWS : MOST_REQUESTS;
    assert.ok(asked.length <= most, `${path} requests ${asked.join(', ')}`);
    assert.match(await page.title(), /Vigil$/, path);
    assert.equal(await page.evaluate('window.hacked'), undefined, path);
    await visit.checkWidth();
    await page.emulateMedia({ colorScheme: 'light' });
    await visit.checkAccessibility();
    await visit.picture(`pages/${name}-light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await visit.checkAccessibility(true);
    await visit.picture(`pages/${name}-dark`);
  }

  /** The requests of a person's pages that the service refused. */
  async function refusalsOf(email: string): Promise<readonly string[]> {
    const refused = await sql(
      consoles.app.databaseUrl,
      `SELECT a.message FROM audit_log a JOIN users u ON u.id = a.actor_id
       WHERE a.action = 'access.refused' AND u.email = $1`,
      [email],
    );
    return refused.map(({ message }) => String(message));
  }

  const accounts: Readonly<Record<'patient' | 'caregiver' | 'admin', () => Account>> = {
    patient: () => patient,
    caregiver: () => caregiver,
    admin: () => ADMIN,
  };
  const OPEN_TO: Readonly<Record<keyof typeof accounts, (path: string) => boolean>> = {
    patient: (path) => !path.startsWith('/admin') && !path.startsWith('/patients'),
    caregiver: (path) => !path.startsWith('/admin'),
    admin: () => true,
  };

  for (const who of ['patient', 'caregiver', 'admin'] as const) {
    describe(`of the ${who} passes accessibility checks, light and dark, 320 px wide, and runs no script in a name`, () => {
      let visit: Visit;
      before(async () => {
        visit = await consoles.visit(NARROW);
        await visit.logInByApi(accounts[who]());
      });
      after(() => visit.close());
      for (const path of PATHS.filter(
        (path) => path !== '/login' && path !== '/station' && OPEN_TO[who](path),
      )) {
        const name = `${who}${path.replaceAll('/', '-').replace(':id', 'one').replace(/-$/, '-home')}`;
        it(path, () => look(visit, path, name));
      }
    });
  }

  // A caregiver who leads no ward has no link to the page of those who can be reached.
  it('makes no request that the service refuses to an admin', async () => {
    assert.deepEqual(await refusalsOf(ADMIN.email), []);
  });

  it('says that other roles have no access', async () => {
    const visit = await consoles.visit();
    await visit.logIn(caregiver, '/admin/users');
    await visit.page.getByRole('heading', { name: "You don't have access" }).waitFor();
    await visit.close();
  });
});
