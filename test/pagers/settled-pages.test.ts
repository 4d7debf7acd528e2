import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { settlePage } from '../../src/notify/outbox/pages-store.ts';
import { notifiedFalls } from '../../src/response/store/notified-falls.ts';
import { type GatedDatabase, gateDatabase } from '../helpers/gated-database.ts';
import { interleaved } from '../helpers/interleaved.ts';
import { sql } from '../helpers/sql.ts';
import { createCare, createHarness, type Harness } from '../response/harness.ts';

describe('a page that the paging system reports as failed', () => {
  let harness: Harness;
  let gate: GatedDatabase;
  before(async () => {
    harness = await createHarness();
    gate = gateDatabase(harness.db);
  });
  after(() => harness.close());

  it('is never taken for settled while its try is being recorded', async () => {
    for (let statement = 0; ; statement++) {
      const { patient, caregiver } = await createCare(harness);
      const fallId = await harness.fall(patient);
      const at = new Date(harness.now());
      const [channel] = await sql(
        harness.url,
        `INSERT INTO notification_channels (user_id, kind, target, min_severity, created_at)
         VALUES ($1, 'pager', '{"number":"7"}', 'POTENTIAL', $2) RETURNING id`,
        [caregiver, at],
      );
      const [page] = await sql(
        harness.url,
        `INSERT INTO outbox (fall_id, person_id, channel_id, lane, message, attempts, due_at, created_at)
         VALUES ($1, $2, $3, 'pager', '{}', 1, $4, $4) RETURNING id`,
        [fallId, caregiver, channel.id, at],
      );
      const told = { id: page.id, fallId, patientId: patient, personId: caregiver, channelId: channel.id };
      const played = await interleaved({ gate, databaseUrl: harness.url }, statement, {
        first: () =>
          gate.db.transaction((q) =>
            settlePage(q, notifiedFalls, { ...told, number: '7', sentAt: at }, 'busy', at),
          ),
        second: () => sql(harness.url, `UPDATE outbox SET state = 'SENT' WHERE id = $1`, [page.id]),
      });
      if (played === undefined) return assert.ok(statement > 1);
      assert.ok(played.first.status === 'fulfilled' && played.first.value !== false, String(statement));
    }
  });
});
