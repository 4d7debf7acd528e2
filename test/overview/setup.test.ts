import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestApp } from '../helpers/app.ts';
import { logInAsAdmin, signUp } from '../helpers/people.ts';

describe('the facts for the setup guide', () => {
  it('say whether a caregiver can be reached, also before the first resident', async (t) => {
    const app = await startTestApp();
    t.after(() => app.close());
    const { token } = await logInAsAdmin(app);
    const facts = async () => {
      app.clock.advance(1_000);
      const { caregivers, unreachable } = (await app.call('GET', '/admin/setup', { token })).body.data;
      return { caregivers, unreachable };
    };
    assert.deepEqual(await facts(), { caregivers: 0, unreachable: 'NO_CAREGIVERS' });
    const nurse = await signUp(app, 'CAREGIVER');
    assert.deepEqual(await facts(), { caregivers: 1, unreachable: 'CAREGIVERS_UNREACHABLE' });
    const body = { kind: 'ntfy', url: 'https://ntfy.example.org', topic: 'ward' };
    assert.equal((await app.call('POST', '/profile/channels', { ...nurse, body })).status, 201);
    assert.deepEqual(await facts(), { caregivers: 1, unreachable: null });
  });
});
