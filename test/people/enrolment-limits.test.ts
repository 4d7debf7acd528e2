import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { MINUTE_MS } from '../../src/platform/time.ts';
import { type Response, startTestApp } from '../helpers/app.ts';
import { logInAsAdmin } from '../helpers/people.ts';

const app = await startTestApp({ TRUST_PROXY: '127.0.0.1' });
after(() => app.close());
const admin = await logInAsAdmin(app);

const [HOME, ELSEWHERE] = ['192.0.2.1', '192.0.2.2'];
const PER_ADDRESS = 10;
const BEYOND = 50;
const IN_ALL = 100;

const guess = (code: string, from: string): Promise<Response> =>
  app.call('POST', '/stations/enrol', { body: { code }, headers: { 'X-Forwarded-For': from } });
const offer = async (): Promise<string> =>
  (await app.call('POST', '/stations', { token: admin.token, body: { name: 'Tablet' } })).body.data.code;

/** The statuses of wrong codes, one after the other. */
async function wrong(count: number, from: string): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let i = 0; i < count; i++) statuses.add((await guess(String(i).padStart(8, '0'), from)).status);
  return statuses;
}

describe('wrong enrolment codes', () => {
  afterEach(() => app.clock.advance(15 * MINUTE_MS));

  it('of one tablet do not block another one of the same address that has a right code', async () => {
    assert.deepEqual(await wrong(PER_ADDRESS, HOME), new Set([404]));
    assert.equal((await guess(await offer(), HOME)).status, 200);
    const refused = await guess('00000000', HOME);
    assert.deepEqual([refused.status, refused.body.code], [429, 'CODES_LIMITED']);
    assert.ok(Number(refused.headers.get('retry-after')) > 800);
    assert.equal((await guess(await offer(), HOME)).status, 200);
  });

  it('are not checked once addresses beyond their limit have guessed 50 times', async () => {
    assert.deepEqual(await wrong(PER_ADDRESS, HOME), new Set([404]));
    assert.deepEqual(await wrong(BEYOND, HOME), new Set([429]));
    const code = await offer();
    assert.equal((await guess(code, HOME)).status, 429);
    assert.equal((await guess(code, ELSEWHERE)).status, 200, 'another address is not blocked');
  });

  it('are checked 100 times in all, from whatever addresses', async () => {
    await wrong(PER_ADDRESS + BEYOND, HOME);
    for (let i = 0; i < (IN_ALL - BEYOND) / PER_ADDRESS - 1; i++)
      assert.deepEqual(await wrong(PER_ADDRESS, `198.51.100.${i}`), new Set([404]));
    assert.equal((await guess(await offer(), '198.51.100.250')).status, 429);
    app.clock.advance(15 * MINUTE_MS);
    assert.equal((await guess(await offer(), HOME)).status, 200);
  });

  it('of many tablets at once are counted before they are checked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 * PER_ADDRESS }, (_, i) => guess(String(i).padStart(8, '0'), HOME)),
    );
    assert.equal(answers.filter(({ status }) => status === 404).length, PER_ADDRESS);
  });
});
