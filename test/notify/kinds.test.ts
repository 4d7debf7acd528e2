import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { CHANNEL_KINDS as CLIENT_KINDS } from '../../client/channel-kinds.ts';
import { channelKindForms } from '../../scripts/client/channel-kinds.ts';
import { CHANNEL_KINDS, KINDS, kindOf, TARGET_FIELDS, targetOf } from '../../src/notify/channels/kinds.ts';
import { profilePart } from '../../src/notify/store/export.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation/escalation.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { silentLog } from '../helpers/silent-log.ts';

describe('the table of channel kinds', () => {
  it('equals the one of the console (if not: npm run client)', () => {
    assert.deepEqual(CLIENT_KINDS, channelKindForms());
    assert.deepEqual(Object.keys(CLIENT_KINDS), CHANNEL_KINDS);
  });

  it('has no second list of kinds in the database', async (t) => {
    const database = await createTestDatabase();
    const db = openDatabase({ url: database.url, log: silentLog() });
    t.after(async () => {
      await db.close();
      await database.drop();
    });
    const checks = await db.rows<{ definition: string }>(
      `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE conrelid = 'notification_channels'::regclass AND contype = 'c'`,
    );
    assert.ok(checks.length > 0);
    for (const { definition } of checks) assert.doesNotMatch(definition, /\bkind\b/);
  });

  it('shows no field that it stores encrypted', () => {
    const wrong = Object.entries(TARGET_FIELDS).filter(([, { isShown, sealed }]) => isShown && sealed);
    assert.deepEqual(wrong, []);
  });

  it('keeps every encrypted field of every kind out of an export, and exports the others', async (t) => {
    const database = await createTestDatabase();
    const db = openDatabase({ url: database.url, log: silentLog() });
    t.after(async () => {
      await db.close();
      await database.drop();
    });
    const userId = randomUUID();
    await db.run(
      `INSERT INTO users (id, email, password_hash, role, first_name, last_name, created_at, updated_at)
       VALUES ($1, 'ada@example.org', 'x', 'PATIENT', 'Ada', 'Jones', now(), now())`,
      [userId],
    );
    const expected: Record<string, object> = {};
    for (const kind of CHANNEL_KINDS) {
      const { target, newSecret } = kindOf(kind);
      const names = Object.keys(target);
      const isOpen = (name: string) => target[name]?.sealed === undefined;
      const valuesOf = (fields: readonly string[]) => Object.fromEntries(fields.map((name) => [name, name]));
      const secret = newSecret && { secret: newSecret() };
      await db.run(
        `INSERT INTO notification_channels (user_id, kind, target, min_severity, created_at)
         VALUES ($1, $2, $3, 'HIGH', now())`,
        [userId, kind, JSON.stringify({ ...valuesOf(names), ...secret })],
      );
      expected[kind] = valuesOf(names.filter(isOpen));
    }
    const { channels } = (await profilePart(db, userId)) as {
      readonly channels: readonly { readonly kind: string; readonly target: object }[];
    };
    assert.deepEqual(Object.fromEntries(channels.map(({ kind, target }) => [kind, target])), expected);
  });

  it('checks a field that several kinds share the same way for each of them', () => {
    const checkOf = (schema: object) =>
      JSON.stringify(schema, (key, value: unknown) =>
        ['description', 'examples'].includes(key) ? undefined : value,
      );
    for (const kind of CHANNEL_KINDS)
      for (const [name, { schema }] of Object.entries(kindOf(kind).target))
        assert.equal(checkOf(schema), checkOf(TARGET_FIELDS[name]?.schema ?? {}), `${kind}.${name}`);
  });

  it('names a host field that the target has', () => {
    for (const kind of CHANNEL_KINDS) {
      const { hostField, target } = kindOf(kind);
      assert.ok(hostField === undefined || Object.hasOwn(target, hostField), kind);
    }
  });

  it('builds a target from known fields only', () => {
    const keys = { p256dh: 'p', auth: 'a' };
    const given = {
      kind: 'webpush',
      endpoint: 'https://example.org/',
      keys: { ...keys, other: 1 },
      other: 2,
    };
    assert.deepEqual(targetOf('webpush', given), { endpoint: 'https://example.org/', keys });
    const topic = { url: 'https://example.org/', topic: 't' };
    assert.deepEqual(targetOf('ntfy', topic), { ...topic, token: null });
  });

  it('are all used by the default escalation policy', () => {
    const [, ...later] = DEFAULT_POLICY.steps.map(({ channels }) => channels);
    for (const channels of later)
      assert.deepEqual(
        Object.keys(KINDS).filter((kind) => !channels.some((one) => one === kind)),
        [],
      );
  });
});
