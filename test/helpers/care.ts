import type { TestApp } from './app.ts';
import type { Person } from './people.ts';
import { sql } from './sql.ts';

/** Writes the table directly, because these tests are not about the endpoint. */
export async function assign(
  app: Pick<TestApp, 'databaseUrl'>,
  caregiver: Pick<Person, 'id'>,
  patient: Pick<Person, 'id'>,
): Promise<void> {
  await sql(
    app.databaseUrl,
    'INSERT INTO assignments (caregiver_id, patient_id, created_at) VALUES ($1, $2, now())',
    [caregiver.id, patient.id],
  );
}
