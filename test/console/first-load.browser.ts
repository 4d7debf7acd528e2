import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { deleteFalls } from '../helpers/falls.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { type Account, type Consoles, openConsoles, type Visit } from './browser.ts';

const MOST_REQUESTS = 6;
const FALLS = 3;

describe('the first load of a page, while alerts arrive', () => {
  let consoles: Consoles;
  let ann: Person;
  let residents: readonly Person[];
  let neighbour: Person;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    residents = await Promise.all(
      Array.from({ length: FALLS }, (_, place) => signUp(app, 'PATIENT', { lastName: `Place ${place}` })),
    );
    neighbour = await signUp(app);
    for (const resident of [...residents, neighbour]) {
      await assign(app, ann, resident);
      await stream(app, resident, resting(randomMac()));
    }
  });
  after(() => consoles.close());

  const fall = async ({ token }: Person) => {
    const answer = await consoles.app.call('POST', '/falls', { token, body: { confidence: 0.95 } });
    assert.equal(answer.status, 201);
  };

  /** Opens a page whose board arrives after the frames of new falls, which it has or has not. */
  async function openWithAlerts(who: Account, path: string, isInBoard: boolean): Promise<Visit> {
    const visit = await consoles.visit();
    let frames = 0;
    let arrive = (): void => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    visit.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const { type, data } = JSON.parse(String(payload));
        const isNew = (type === 'alert' || type === 'response') && data.fallId !== null;
        if (isNew && ++frames === FALLS) arrive();
      }),
    );
    const raise = async () => {
      for (const resident of residents) await fall(resident);
      await arrived;
    };
    await visit.page.route(
      '**/api/board',
      async (route) => {
        if (isInBoard) await raise();
        const response = await route.fetch();
        if (!isInBoard) await raise();
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await visit.logIn(who, path);
    return visit;
  }

  for (const isInBoard of [true, false])
    for (const name of ['a caregiver', 'an admin'] as const)
      it(`makes at most six requests for ${name} when the board ${isInBoard ? 'has them' : 'is older'}`, async () => {
        for (const path of [`/patients/${neighbour.id}`, '/']) {
          const visit = await openWithAlerts(name === 'an admin' ? ADMIN : ann, path, isInBoard);
          const { page } = visit;
          await eventually('all falls are known', async () => (await page.title()).startsWith(`(${FALLS}) `));
          if (path === '/')
            await page
              .getByText('Reported by a person.')
              .nth(FALLS - 1)
              .waitFor();
          else await page.getByText('No messages yet').waitFor();
          await page.waitForLoadState('networkidle');
          const asked = visit.ownRequests();
          assert.ok(asked.length <= MOST_REQUESTS, `${path}: ${asked.join(', ')}`);
          await visit.close();
          await deleteFalls(consoles.app);
        }
      });
});
