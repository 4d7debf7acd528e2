import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { mapCredentials, openTarget, sealTarget } from '../../src/notify/channels/channel-secrets.ts';
import { createSecretBox, isSealed, keyFromJwtSecret } from '../../src/platform/secret-box.ts';

const PLACE = 'webhooks/1/secret';

describe('a secret box', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)];
  const box = createSecretBox({ current: key, old: [] });

  it('opens a value that it sealed only for the same place', () => {
    for (const secret of ['', 'whsec_x', 'ä渡\u0000\u00ff', 'x'.repeat(5000)]) {
      const sealed = box.seal(secret, PLACE);
      assert.ok(isSealed(sealed) && box.isCurrent(sealed));
      assert.ok(secret === '' || !sealed.includes(secret));
      assert.equal(box.open(sealed, PLACE), secret);
      assert.equal(box.open(sealed, 'webhooks/2/secret'), undefined);
    }
    assert.notEqual(box.seal('same', PLACE), box.seal('same', PLACE));
  });

  it('opens nothing that was altered, truncated or never sealed', () => {
    const sealed = box.seal('secret', PLACE);
    const [prefix = '', text = ''] = [sealed.slice(0, 16), sealed.slice(16)];
    const bytes = Buffer.from(text, 'base64url');
    for (let place = 0; place < bytes.length; place++) {
      const altered = Buffer.from(bytes);
      altered[place] = (altered[place] ?? 0) ^ 1;
      assert.equal(box.open(prefix + altered.toString('base64url'), PLACE), undefined, String(place));
      const cut = bytes.subarray(0, place).toString('base64url');
      assert.equal(box.open(prefix + cut, PLACE), undefined, String(place));
    }
    for (const nonsense of ['enc:v1:', 'enc:v1::', 'enc:v1:00000000:', `enc:v1:${'0'.repeat(8)}:AAAA`])
      assert.equal(box.open(nonsense, PLACE), undefined, nonsense);
  });

  it('returns unsealed values as clear text', () => {
    assert.equal(box.open('whsec_clear', PLACE), 'whsec_clear');
    assert.equal(box.isCurrent('whsec_clear'), false);
  });

  it('opens with old keys, seals with the current one, and opens nothing with another', () => {
    const sealed = box.seal('secret', PLACE);
    const rotating = createSecretBox({ current: other, old: [key] });
    assert.equal(rotating.open(sealed, PLACE), 'secret');
    assert.equal(rotating.isCurrent(sealed), false);
    assert.equal(box.open(rotating.seal('new', PLACE), PLACE), undefined);
    assert.equal(createSecretBox({ current: other, old: [] }).open(sealed, PLACE), undefined);
  });

  it('derives the same 32-byte key from a JWT_SECRET each time', () => {
    const derived = keyFromJwtSecret('x'.repeat(32));
    assert.equal(derived.length, 32);
    assert.deepEqual(derived, keyFromJwtSecret('x'.repeat(32)));
    assert.notDeepEqual(derived, keyFromJwtSecret('x'.repeat(33)));
  });

  it('seals the credentials of a target and leaves the other fields searchable', () => {
    const target = { endpoint: 'https://push.test/1', keys: { p256dh: 'public', auth: 'private' } };
    const sealed = sealTarget(box, 'notification_channels/1', target);
    assert.equal(sealed.endpoint, target.endpoint);
    const found: string[] = [];
    mapCredentials(sealed, (credential, field) => {
      found.push(field);
      assert.ok(isSealed(credential));
      return credential;
    });
    assert.deepEqual(found, ['auth']);
    assert.deepEqual(openTarget(box, 'notification_channels/1', sealed), target);
    assert.equal(openTarget(box, 'notification_channels/2', sealed), undefined);
    const open = { url: 'https://ntfy.test', topic: 'x', token: null };
    assert.deepEqual(sealTarget(box, 'notification_channels/1', open), open);
  });
});
