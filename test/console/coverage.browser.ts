import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('the page of coverage', () => {
  let consoles: Consoles;
  let ann: Person;
  let wardId: string;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    const [ward] = await sql(
      app.databaseUrl,
      `INSERT INTO wards (name, created_at) VALUES ('North', now()) RETURNING id`,
    );
    wardId = String(ward?.id);
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    await sql(
      app.databaseUrl,
      'INSERT INTO ward_members (ward_id, caregiver_id, lead, created_at) VALUES ($1, $2, true, now())',
      [wardId, ann.id],
    );
    const people = [
      // Connected all day but for an hour, filled by a backlog in part; worn until 18:00.
      ['Edith', 'Brandt', '{[0,800),[860,1440)}', '{[800,830)}', '{[1080,1440)}'],
      ['Otto', 'Klein', '{[0,450),[600,610),[900,1300)}', '{}', '{}'],
      ['Rosa', 'Marsh', undefined, undefined, undefined],
    ] as const;
    for (const [firstName, lastName, connected, late, notWorn] of people) {
      const { id } = await signUp(app, 'PATIENT', { firstName, lastName });
      await sql(
        app.databaseUrl,
        `UPDATE users SET ward_id = $2, created_at = now() - interval '30 days' WHERE id = $1`,
        [id, wardId],
      );
      if (connected !== undefined)
        await sql(
          app.databaseUrl,
          `INSERT INTO coverage_days (patient_id, day, device_key, connected, late, not_worn)
           SELECT $1, (now() AT TIME ZONE 'UTC')::date - n, 1, $2::int4multirange, $3::int4multirange, $4::int4multirange
           FROM generate_series(1, 10) AS n`,
          [id, connected, late, notWorn],
        );
    }
  });
  after(() => consoles.close());

  it('shows an admin a strip for each resident and day, the most blind first, also in words', async () => {
    const visit = await consoles.visit();
    await visit.logIn(ADMIN, '/reports');
    await visit.page.getByRole('link', { name: 'Coverage: when wearables sent readings' }).click();
    const names = visit.page.locator('.coverage h3');
    await names.first().waitFor();
    assert.deepEqual(await names.allTextContents(), ['Rosa Marsh', 'Otto Klein', 'Edith Brandt']);
    const edith = visit.page.locator('.coverage > li').filter({ hasText: 'Edith Brandt' });
    assert.equal(await edith.getByRole('img').count(), 7);
    await visit.page
      .getByText(/^Blind \d+ h \d\d min, at most 15 h 00 min at a time · connected 0 min/)
      .waitFor();
    const label = await edith.getByRole('img').first().getAttribute('aria-label');
    assert.match(
      label ?? '',
      /Blind 30 min, at most 30 min at a time · connected 14 h 00 min · worn 10 h 00 min · late 30 min/,
    );
    assert.match(label ?? '', /13:00 blind 10 min; 14:00 blind 20 min$/);
    await visit.checkAccessibility();
    await visit.picture('coverage');
    await visit.page.emulateMedia({ media: 'print' });
    await visit.picture('coverage-print');
    await visit.close();
  });

  it('is for leads by ward, on a phone and in German', async () => {
    const visit = await consoles.visit({ width: 390, height: 844, dark: true, locale: 'de-DE' });
    await visit.logIn(ann, '/reports/coverage');
    await visit.page.getByRole('button', { name: 'Auf Deutsch anzeigen' }).click();
    await visit.page.getByText('Wählen Sie einen Wohnbereich').waitFor();
    await visit.page.getByRole('combobox', { name: 'Wohnbereich' }).selectOption({ label: 'North' });
    await visit.page.getByRole('link', { name: 'Edith Brandt' }).waitFor();
    await visit.page.getByText('Verspätet: nachträglich gesendet').waitFor();
    await visit.checkAccessibility();
    await visit.picture('coverage-phone-de');
    const width = await visit.page.evaluate('document.documentElement.scrollWidth');
    assert.equal(width, 390);
    await visit.close();
  });
});
