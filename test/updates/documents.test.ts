import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { startTestApp } from '../helpers/app.ts';
import { logInAsAdmin, signUp } from '../helpers/people.ts';
import { blocks } from '../readme/blocks.ts';
import { createReader } from '../readme/reader.ts';
import { register, someImage } from './firmware.ts';

const block = (section: string): string =>
  blocks.find(({ place }) => place === `docs/updates.md › ${section}`)?.text ?? assert.fail(section);

it('the commands of updates.md make a key, sign an image, upload it and roll it out', async () => {
  const beforehand = createReader({ http: 0, mqtt: 0 });
  const { folder } = beforehand;
  const FIRMWARE_PUBLIC_KEY = (await beforehand.type(block('Make a key'), folder)).trim();
  const app = await startTestApp({ FIRMWARE_PUBLIC_KEY });
  const reader = createReader({ http: app.app.ports.http, mqtt: app.app.ports.mqtt ?? 0 });
  try {
    const admin = await logInAsAdmin(app);
    const wearable = await register(app, admin, await signUp(app));
    writeFileSync(join(folder, 'firmware.bin'), someImage());
    reader.set('ADMIN', admin.token);
    await reader.type(block('Sign an image'), folder);
    const said = await reader.type(block('Upload and roll out'), folder);
    assert.match(said, /"share":0\.1/);
    const { body } = await app.call('GET', '/firmware', { token: admin.token });
    assert.deepEqual(
      body.data.map(({ version }: { version: string }) => version),
      ['1.5.0'],
    );
    await app.call('POST', `/firmware/${body.data[0].id}/rollout`, {
      token: admin.token,
      body: { share: 1 },
    });
    const offer = await app.call('GET', `/device/${wearable.id}/updates`, { token: wearable.token });
    assert.deepEqual(Object.keys(offer.body.data), Object.keys(JSON.parse(block('Wearables'))));
  } finally {
    reader.close();
    beforehand.close();
    await app.close();
  }
});
