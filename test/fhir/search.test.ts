import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { seeded } from '../helpers/seeded.ts';
import { sql } from '../helpers/sql.ts';
import { type FhirApp, linkOf, startFhirApp } from './fhir-app.ts';

const HOUR = 3_600_000;
const SEED = Number(process.env.SEED ?? 2026);
const idsOf = (resources: readonly Json[]): string[] => resources.map(({ id }) => id);

describe('a FHIR search', () => {
  let fhir: FhirApp;
  let admin: Person;
  let cara: Person;
  /** 25 falls, one every hour of a day in May; the first two at the same microsecond. */
  let pat: Person;
  const falls: string[] = [];
  before(async () => {
    fhir = await startFhirApp({ TIME_ZONE: 'Europe/Berlin' });
    admin = await logInAsAdmin(fhir.app);
    pat = await signUp(fhir.app);
    cara = await signUp(fhir.app, 'CAREGIVER');
    await assign(fhir.app, cara, pat);
    const first = Date.parse('2026-05-04T00:30:00Z');
    for (let i = 0; i < 25; i++) {
      const id = randomUUID();
      await sql(
        fhir.app.databaseUrl,
        `INSERT INTO fall_events (id, user_id, confidence, status, source, created_at)
         VALUES ($1, $2, 0.8, 'HIGH', $4, to_timestamp($3) + interval '123 microseconds')`,
        [id, pat.id, (first + Math.max(0, i - 1) * HOUR) / 1000, i === 7 ? 'HELP_BUTTON' : 'STREAM'],
      );
      falls.push(id);
    }
    // Newest first; of the two oldest, the lower id.
    falls.splice(0, 2, ...falls.slice(0, 2).sort().reverse());
    falls.reverse();
  });
  after(() => fhir.close());

  const found = async (query: string, type = 'Observation') =>
    idsOf(await fhir.search(cara, `/${type}?${query}`));
  async function refused(query: string, says: RegExp, type = 'Observation'): Promise<void> {
    const { status, body } = await fhir.call(cara, `/${type}?${query}`);
    assert.equal(status, 400, `${query}: ${JSON.stringify(body)}`);
    assert.equal(body.issue[0].code, 'invalid');
    assert.match(body.issue[0].diagnostics, says);
  }

  describe('pages', () => {
    it('have 20 entries, link to themselves and to the next one, and end', async () => {
      const first = await fhir.read(cara, `/Observation?patient=${pat.id}`);
      assert.equal(first.entry.length, 20);
      assert.equal(linkOf(first, 'self'), `${fhir.base}/Observation?patient=${pat.id}`);
      const second = await fhir.read(cara, linkOf(first, 'next')?.replace(fhir.base, '') ?? '');
      assert.equal(second.entry.length, 5);
      assert.equal(linkOf(second, 'next'), undefined);
      assert.deepEqual(
        [...first.entry, ...second.entry].map(({ resource }: Json) => resource.id),
        falls,
      );
    });

    it('contain every entry once, whatever their size', async () => {
      for (const count of [1, 2, 24, 25, 100, 999_999_999])
        assert.deepEqual(await found(`patient=${pat.id}&_count=${count}`), falls, String(count));
    });

    it('stay in place when a fall is added meanwhile', async () => {
      const first = await fhir.read(cara, `/Observation?patient=${pat.id}&_count=3`);
      const { body } = await fhir.app.call('POST', '/falls', { token: pat.token, body: { confidence: 0.8 } });
      const rest = await fhir.search(cara, linkOf(first, 'next')?.replace(fhir.base, '') ?? '');
      assert.deepEqual(idsOf(rest), falls.slice(3));
      await sql(fhir.app.databaseUrl, 'DELETE FROM fall_events WHERE id = $1', [body.data.id]);
    });

    it('of people are in the order of their ids', async () => {
      const all = await fhir.search(admin, '/Patient?_count=1');
      assert.deepEqual(idsOf(all), idsOf(all).toSorted());
      assert.ok(idsOf(all).includes(pat.id));
    });

    it('refuse the cursor of another search, and one that is made up', async () => {
      const time = linkOf(await fhir.read(cara, `/Observation?patient=${pat.id}&_count=1`), 'next');
      const ofFalls = new URL(time ?? '').searchParams.get('_cursor') ?? '';
      await refused(`_cursor=${ofFalls}`, /_cursor is that of another search/, 'Patient');
      await refused(`_cursor=_${pat.id}`, /_cursor is that of another search/);
      for (const made of ['x', "1_'", '-1_a', `${'1'.repeat(17)}_a`, '1e5_a', '_', '__', ''])
        await refused(`_cursor=${encodeURIComponent(made)}`, /_cursor/);
      assert.deepEqual(await found(`patient=${pat.id}&_cursor=${'9'.repeat(16)}_z`), falls);
      assert.deepEqual(await found(`patient=${pat.id}&_cursor=0_`), []);
    });

    it('without entries are valid', async () => {
      const empty = await fhir.read(cara, '/Observation?date=1999');
      assert.deepEqual(empty.entry?.filter(({ search }: Json) => search.mode === 'match') ?? [], []);
      assert.deepEqual(await found(`patient=${pat.id}`, 'Device'), []);
    });
  });

  describe('by _count', () => {
    it('takes whole numbers from 1 on', async () => {
      for (const count of ['0', '-1', '1e9', '1.5', 'all', '', '0x10', '9'.repeat(10)])
        await refused(`_count=${count}`, /_count must be a whole number/);
    });
  });

  describe('by _id', () => {
    it('takes several, and finds nothing for those that do not exist', async () => {
      const [a = '', b = ''] = falls;
      assert.deepEqual(await found(`_id=${b},${a},${randomUUID()},nonsense`), [a, b]);
      assert.deepEqual(await found(`_id=${a}`, 'Patient'), []);
      assert.deepEqual(await found(`_id=${pat.id}`, 'Patient'), [pat.id]);
      await refused('_id=', /_id/);
      await refused(`_id=${a},`, /_id/);
      await refused(`_id=${Array.from({ length: 101 }, () => 'a').join()}`, /_id/);
    });
  });

  describe('by date', () => {
    const at = (index: number) => new Date(Date.parse('2026-05-04T00:30:00Z') + index * HOUR).toISOString();
    it('takes days of the organisation, months, years and times', async () => {
      // In Berlin the 5th begins at 22:00 UTC on the 4th: 00:30 and 23:30 UTC of the 4th are on different days.
      assert.equal((await found(`patient=${pat.id}&date=2026-05-04`)).length, 23);
      assert.equal((await found(`patient=${pat.id}&date=eq2026-05-05`)).length, 2);
      assert.equal((await found(`patient=${pat.id}&date=2026-05`)).length, 25);
      assert.equal((await found(`patient=${pat.id}&date=2026`)).length, 25);
      assert.equal((await found(`patient=${pat.id}&date=2026-06`)).length, 0);
      assert.equal((await found(`patient=${pat.id}&date=2026-05-04T03:30Z`)).length, 1);
      assert.equal((await found(`patient=${pat.id}&date=2026-05-04T05:30:00%2B02:00`)).length, 1);
      assert.equal((await found(`patient=${pat.id}&date=${at(3)}`)).length, 1);
    });

    it('compares with ge, le, gt and lt, also together', async () => {
      const count = async (query: string) => (await found(`patient=${pat.id}&${query}`)).length;
      assert.equal(await count(`date=ge${at(20)}`), 4);
      assert.equal(await count(`date=gt${at(20)}`), 3);
      assert.equal(await count(`date=lt${at(3)}`), 4);
      assert.equal(await count(`date=le${at(3)}`), 5);
      assert.equal(await count(`date=ge${at(2)}&date=lt${at(5)}`), 3);
      assert.equal(await count('date=gt2026-05-04&date=lt2026-05-05'), 0);
    });

    it('refuses other prefixes, days that do not exist and times without a zone', async () => {
      for (const date of [
        'ne2026-05-04',
        'sa2026',
        '2026-02-30',
        '2026-13-01',
        '2026-05-04T25:00:00Z',
        '2026-05-04T10:00:00',
        '1000000-01-01',
        '0000-01-01',
        '0001',
        '9999-12-31',
        'yesterday',
        '',
        '2026-05-04T10:00:00%2B99:00',
      ])
        await refused(`date=${date}`, /date must be a date or a time/);
      await refused('date=2026&date=2026&date=2026&date=2026&date=2026', /date may be given 4 times/);
    });
  });

  describe('by _lastUpdated', () => {
    it('finds what has changed since', async () => {
      const before = await fhir.search(cara, `/Observation?patient=${pat.id}`);
      const since = before
        .map(({ meta }) => meta.lastUpdated)
        .sort()
        .at(-1);
      assert.deepEqual(await found(`patient=${pat.id}&_lastUpdated=gt${since}`), []);
      const [, second = ''] = falls;
      await sql(fhir.app.databaseUrl, `UPDATE fall_events SET outcome = 'CONFIRMED' WHERE id = $1`, [second]);
      assert.deepEqual(await found(`patient=${pat.id}&_lastUpdated=gt${since}`), [second]);
      assert.equal((await found(`patient=${pat.id}&_lastUpdated=le${since}`)).length, 24);
      assert.deepEqual(await found('_lastUpdated=lt2026-01-01', 'Patient'), []);
      assert.deepEqual(await found('_lastUpdated=ge2026-01-01', 'Patient'), [pat.id]);
    });
  });

  describe('by code and status', () => {
    it('takes a code with or without its system, and several', async () => {
      const own = `${fhir.base}/CodeSystem/fall-code`;
      const count = async (code: string) =>
        (await found(`patient=${pat.id}&code=${encodeURIComponent(code)}`)).length;
      assert.equal(await count('1912002'), 24);
      assert.equal(await count('http://snomed.info/sct|1912002'), 24);
      assert.equal(await count('http://loinc.org|1912002'), 0);
      assert.equal(await count('help-call'), 1);
      assert.equal(await count(`${own}|help-call`), 1);
      assert.equal(await count(`${own}|`), 1);
      assert.equal(await count('1912002,help-call'), 25);
      assert.equal(await count('nothing'), 0);
      await refused('code=|', /code must be/);
      await refused('code=', /code must be/);
    });

    it('refuses a status that the type does not have', async () => {
      await refused('status=done', /status must be some of preliminary, amended/);
      await refused('status=preliminary,', /status/);
      await refused('status=active', /status is not supported here/, 'Flag');
      const query = encodeURIComponent('http://hl7.org/fhir/observation-status|final');
      assert.equal((await found(`patient=${pat.id}&status=${query}`)).length, 25);
    });
  });

  describe('by identifier', () => {
    const NUMBER = 'R-4,7|11\\b';
    const ESCAPED = 'R-4\\,7\\|11\\\\b';
    const foundBy = (identifier: string) => found(`identifier=${encodeURIComponent(identifier)}`, 'Patient');
    before(async () => {
      const body = { externalId: NUMBER };
      const answer = await fhir.app.call('PUT', `/patients/${pat.id}`, { token: cara.token, body });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    });

    it('takes a value with its system or any, and a system', async () => {
      const system = `${fhir.base}/external-id`;
      assert.deepEqual((await fhir.read(cara, `/Patient/${pat.id}`)).identifier, [
        { system: `${fhir.base}/patient`, value: pat.id },
        { system, value: NUMBER },
      ]);
      for (const identifier of [
        ESCAPED,
        `${system}|${ESCAPED}`,
        `${system}|`,
        `none,${ESCAPED}`,
        pat.id.toUpperCase(),
        `${fhir.base}/patient|${pat.id}`,
        `${fhir.base}/patient|`,
      ])
        assert.deepEqual(await foundBy(identifier), [pat.id], identifier);
      for (const identifier of [
        NUMBER,
        `|${ESCAPED}`,
        `|${pat.id}`,
        `${system}|${pat.id}`,
        `${fhir.base}/patient|${ESCAPED}`,
        `http://example.org|${ESCAPED}`,
        'http://example.org|',
        ESCAPED.toLowerCase(),
        'a\0b',
      ])
        assert.deepEqual(await foundBy(identifier), [], identifier);
    });

    it('finds a patient without an external ID by the id only', async () => {
      const other = await signUp(fhir.app);
      await assign(fhir.app, cara, other);
      assert.deepEqual(await foundBy(`${fhir.base}/external-id|`), [pat.id]);
      assert.deepEqual(await foundBy(other.id), [other.id]);
      assert.equal((await foundBy(`${fhir.base}/patient|`)).length, 2);
      await fhir.app.call('DELETE', `/patients/${other.id}`, { token: admin.token });
    });

    it('refuses what is no token, and other types', async () => {
      for (const identifier of ['', '|', 'a,'])
        await refused(`identifier=${encodeURIComponent(identifier)}`, /identifier must be/, 'Patient');
      await refused('identifier=a', /identifier is not supported here/, 'Practitioner');
      await refused('identifier=a&identifier=b', /identifier may be given once/, 'Patient');
    });

    it('is in the capability statement', async () => {
      const { rest } = await fhir.read(cara, '/metadata');
      const { searchParam } = rest[0].resource.find(({ type }: Json) => type === 'Patient');
      assert.deepEqual(
        searchParam.find(({ name }: Json) => name === 'identifier'),
        {
          name: 'identifier',
          type: 'token',
          definition: 'http://hl7.org/fhir/SearchParameter/Patient-identifier',
        },
      );
    });
  });

  describe('by patient', () => {
    it('takes an id, a reference and an address', async () => {
      for (const patient of [pat.id, `Patient/${pat.id}`, `${fhir.base}/Patient/${pat.id}`])
        assert.deepEqual(await found(`patient=${encodeURIComponent(patient)}`), falls, patient);
      for (const patient of ['', 'x', `Device/${pat.id}`, `${pat.id},${pat.id}`, `https://a/${pat.id}`])
        await refused(`patient=${encodeURIComponent(patient)}`, /patient must be/);
    });
  });

  it('finds flags by the time in which they are active', async () => {
    const { body } = await fhir.app.call('POST', '/falls', { token: pat.token, body: { confidence: 0.8 } });
    const { id } = body.data;
    const begun = (await fhir.read(cara, `/Flag/${id}`)).period.start;
    assert.deepEqual(await found(`date=ge${begun}`, 'Flag'), [id]);
    assert.deepEqual(await found(`date=gt2090`, 'Flag'), [id]);
    assert.deepEqual(await found(`date=lt${begun}`, 'Flag'), []);
    assert.deepEqual(await found(`date=le${begun}`, 'Flag'), [id]);
    assert.deepEqual(await found(`date=${begun.slice(0, 4)}`, 'Flag'), []);
    await fhir.app.call('POST', `/falls/${id}/resolve`, { token: cara.token, body: { outcome: 'HELPED' } });
    assert.deepEqual(await found(`date=gt2090`, 'Flag'), []);
    assert.deepEqual(await found(`date=${begun.slice(0, 4)}`, 'Flag'), [id]);
  });

  it('refuses every parameter that it does not know, and those that are repeated', async () => {
    for (const [type, query] of [
      ['Observation', 'subject=x'],
      ['Observation', '_sort=date'],
      ['Observation', 'patient:Patient=x'],
      ['Observation', '_include=*'],
      ['Observation', '__proto__=1'],
      ['Observation', 'constructor=1'],
      ['Patient', 'patient=x'],
      ['Patient', 'name=x'],
      ['Practitioner', 'status=active'],
      ['Device', 'date=2026'],
      ['Task', 'date=2026'],
      ['Flag', 'code=x'],
    ] as const) {
      const { status, body } = await fhir.call(cara, `/${type}?${query}`);
      assert.equal(status, 400, `${type}?${query}`);
      assert.match(body.issue[0].diagnostics, /is not supported here/);
    }
    await refused('_count=1&_count=2', /_count may be given once/);
    await refused(`patient=${pat.id}&patient=${pat.id}`, /patient may be given once/);
    const { body } = await fhir.call(cara, '/Observation?_count=0&date=x&foo=bar');
    assert.deepEqual(body.issue.map(({ diagnostics }: Json) => diagnostics.split(' ')[0]).sort(), [
      '_count',
      'date',
      'foo',
    ]);
  });

  it('takes no harm from text that looks like SQL, or from very long text', async () => {
    const attack = encodeURIComponent("' OR 1=1; DROP TABLE users; --");
    for (const name of ['_id', 'code']) assert.deepEqual(await found(`${name}=${attack}`), []);
    for (const name of ['patient', 'date', 'status', '_cursor', '_count', '_lastUpdated'])
      await refused(`${name}=${attack}`, new RegExp(name));
    for (const name of ['_id', 'code']) assert.deepEqual(await found(`${name}=%00%F0%9F%98%80`), []);
    assert.deepEqual(await found(`code=${'a'.repeat(2_000)}`), []);
    await refused('a=1&'.repeat(500), /a is not supported here/);
  });

  it('answers any mixture of odd values, or says what is wrong with them', async () => {
    const random = seeded(SEED);
    const one = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
    const ids = [
      pat.id,
      pat.id.toUpperCase(),
      `Patient/${pat.id}`,
      falls[0],
      `${pat.id}-hr-2026050410`,
      'x',
      '',
    ];
    const times = [
      ...['1900', '2999', '2026-05', 'gt2999-12-31', 'le1900-01-01T00:00Z', 'ge2026-05-04T00:00:60Z'],
      ...[
        '2026-05-04T24:00Z',
        '2026-05-04T00:00:00.123456789+14:00',
        'lt2026-05-04T12:00-12:00',
        'eq9999',
        '-1',
      ],
    ];
    const values: Readonly<Record<string, readonly unknown[]>> = {
      _id: [...ids, ids.join(), `${pat.id}-spo2-9999123123`, `${pat.id}-hr-0000000000`, '\u0000', '\ud800'],
      _lastUpdated: times,
      date: times,
      _count: ['1', '100', '2147483648', '00', '٣'],
      _cursor: ['0_', `${'9'.repeat(16)}_zz`, `1_${pat.id}`, `_${pat.id}`, '1777854600000123_'],
      _format: ['json', 'xml', 'application/fhir json'],
      patient: [...ids, `${fhir.base}/Patient/${pat.id}`, randomUUID()],
      code: ['8867-4', '|', '|x', 'http://loinc.org|', 'http://snomed.info/sct|1912002,help-call', '%', '\\'],
      status: ['final', 'amended,preliminary', 'active', 'draft', 'completed', ''],
    };
    const seen = new Set<number>();
    for (let i = 0; i < 400; i++) {
      const type = one(['Patient', 'Practitioner', 'Device', 'Observation', 'Task', 'Flag']);
      const names = Object.keys(values).filter(() => random() < 0.25);
      const query = new URLSearchParams();
      for (const name of names) query.set(name, String(one(values[name] ?? [])));
      const { status } = await fhir.call(one([cara, admin]), `/${type}?${query}`);
      assert.ok([200, 400, 403, 404, 406].includes(status), `${status}: ${type}?${query}`);
      seen.add(status);
    }
    assert.ok(seen.has(200) && seen.has(400));
  });
});
