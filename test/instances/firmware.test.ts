import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logInAsAdmin, signUp } from '../helpers/people.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { granted, join, listenTo } from '../mqtt/clients.ts';
import { killAll } from '../process/child.ts';
import { makeKey, register, sha256Of, signatureOf, someImage, upload } from '../updates/firmware.ts';
import { type Pair, startPair } from './instances.ts';

describe('firmware at two instances', { skip: WITHOUT_REDIS }, () => {
  const { key, setting } = makeKey();
  let pair: Pair;
  before(async () => {
    pair = await startPair({ FIRMWARE_PUBLIC_KEY: setting });
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  it('that is offered at one reaches a wearable at the other, which loads it there', async () => {
    const { a, b } = pair;
    const admin = await logInAsAdmin(a);
    const { mac, token } = await register(a, admin, await signUp(a));
    const client = await join(b, { username: mac, password: token });
    const heard = listenTo(client);
    await granted(client, `devices/${mac}/updates`);
    const image = someImage();
    const { body } = await upload(a, admin, {
      version: '1.5.0',
      signature: signatureOf(key, '1.5.0', image),
      image,
    });
    const { id } = body.data;
    await a.call('POST', `/firmware/${id}/rollout`, { token: admin.token, body: { share: 1 } });
    assert.equal((await heard.next('/updates')).json.id, id);
    const loaded = await fetch(`${b.url}/firmware/${id}/image`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.equal(sha256Of(Buffer.from(await loaded.arrayBuffer())), sha256Of(image));
    await a.call('DELETE', `/firmware/${id}`, { token: admin.token });
    assert.equal((await heard.next('/updates')).text, '');
    client.end(true);
  });
});
