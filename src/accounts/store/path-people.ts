import type { Queryable } from '../../platform/database/database.ts';
import { PATH_RECEIVER, PATH_RESIDENT } from '../vocabulary.ts';

/** As service accounts: every list of people names the roles that it shows. They cannot log in. Nobody else can have their addresses. */
export const insertPathPeople = (q: Queryable, at: Date) =>
  q.run(
    `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
     SELECT id, gen_random_uuid() || '@path.invalid', '', 'Path test', '', 'SERVICE', $2, $2 FROM unnest($1::uuid[]) AS p (id)`,
    [[PATH_RESIDENT, PATH_RECEIVER], at],
  );

/** With everything that refers to them. */
export const deletePathPeople = (q: Queryable) =>
  q.run('DELETE FROM users WHERE id = ANY($1)', [[PATH_RESIDENT, PATH_RECEIVER]]);
