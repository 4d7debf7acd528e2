import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../helpers/project.ts';
import { MODULES } from './modules.ts';
import { assertNone } from './remedy.ts';

// docs/architecture.md, "Tables": each table has one owner. Other modules call its functions, or read its views.

const read = (path: string): string => readFileSync(inProject(path), 'utf8');

const MIGRATIONS = readdirSync(inProject('sql'))
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file) => read(`sql/${file}`));
const STATEMENTS = MIGRATIONS.map((text) => text.replace(/--.*/g, ''));

interface Relation {
  readonly kind: 'table' | 'view';
  readonly owner: string | undefined;
}

/** Before a list of older names, or before CREATE. */
const OWNER =
  /^-- owner: (\S+)\n((?:-- {3}.*\n)+|(?=(?:--.*\n)*CREATE (?:UNLOGGED )?(?:TABLE|VIEW) (\w+)))/gm;
const CHANGE = /\b(CREATE|DROP) (?:OR REPLACE |UNLOGGED )?(TABLE|VIEW) (?:IF (?:NOT )?EXISTS )?(\w+)/g;

/** The tables and views that the migrations leave. */
function readRelations(): ReadonlyMap<string, Relation> {
  const owners = new Map<string, string>();
  for (const text of MIGRATIONS)
    for (const [, owner = '', list = '', created] of text.matchAll(OWNER))
      for (const name of created ? [created] : (list.match(/\w+/g) ?? [])) owners.set(name, owner);
  // src/platform/database/schema/migrations.ts creates the first one.
  const relations = new Map<string, Relation>([
    ['schema_migrations', { kind: 'table', owner: owners.get('schema_migrations') }],
  ]);
  for (const text of STATEMENTS)
    for (const [, verb, kind, name = ''] of text.matchAll(CHANGE))
      if (verb === 'DROP') relations.delete(name);
      else relations.set(name, { kind: kind === 'VIEW' ? 'view' : 'table', owner: owners.get(name) });
  return relations;
}

const RELATIONS = readRelations();
const ownerOf = (name: string): string | undefined => RELATIONS.get(name)?.owner;

test('every table and view names its owner', () => {
  const strays = [...RELATIONS].filter(([, { owner }]) => !MODULES.includes(owner ?? ''));
  assert.deepEqual(strays, [], 'write `-- owner: <module>` before CREATE');
});

/** Their files cannot change any more; backups into a folder, which read the line, came later. */
const BEFORE_FOLDERS = 111;

test('a migration that names tables of readings says whether it changes them', () => {
  const silent = readdirSync(inProject('sql')).filter(
    (file) =>
      Number(file.slice(0, 3)) > BEFORE_FOLDERS &&
      /\b(?:sensor_readings|reading_signals)\b/.test(read(`sql/${file}`)) &&
      !/^-- (?:changes|keeps): readings$/m.test(read(`sql/${file}`)),
  );
  assert.deepEqual(
    silent,
    [],
    'write `-- changes: readings`, or `-- keeps: readings` if rows of before still fit',
  );
});

/** Files that handle tables by name, whatever is in them. */
const BY_NAME: Readonly<Record<string, string>> = {
  'src/app/backup.ts': 'says how many rows a backup contains',
  'src/operations/backup/folder/back-up.ts': 'counts the readings of a backup',
  'src/operations/housekeeping-tasks.ts': 'knows the retention of the two daily tables',
  'src/operations/maintenance.ts': 'runs ANALYZE',
  'src/platform/database/schema/partitions.ts': 'creates and drops the days of the two daily tables',
  'src/platform/database/schema/move-to-hypertable.ts': 'copies the days of the two daily tables',
};

const NAME = `(?<name>${[...RELATIONS.keys()].join('|')})\\b`;
const ALIAS = '(?: (?:AS )?\\w+)?';
/** The places of a relation in SQL; and a name with an underscore that is alone in a string, which SQL may insert. */
const USES = [
  `\\b(?<verb>INSERT INTO|DELETE FROM|UPDATE|TRUNCATE|COPY|FROM|JOIN|USING|LOCK TABLE)\\s+(?:ONLY\\s+)?${NAME}(?![.\\w])`,
  `(?:\\b(?:FROM|USING)\\s+\\w+${ALIAS}|\\)${ALIAS}),\\s+${NAME}(?= [a-z]\\w{0,2}\\b)`,
  `['"\`]${NAME}${ALIAS} (?:LEFT )?(?:JOIN|WHERE)\\b`,
  `\\b(?:from|counted|list|view): ['"\`]${NAME}`,
  `(?<=['"\`])(?=\\w+_)${NAME}(?=['"\`])`,
].map((pattern) => new RegExp(pattern, 'g'));
const WRITES = /^(?:INSERT|DELETE|UPDATE|TRUNCATE|COPY)/;

interface Use {
  readonly file: string;
  readonly module: string;
  readonly name: string;
  readonly writes: boolean;
}

/** Comments may name tables. A string may contain `//`. */
const withoutComments = (source: string): string =>
  source.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\/.*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('/') ? ' ' : part,
  );

/** What the SQL in src/ uses of other modules. */
const FOREIGN: readonly Use[] = readdirSync(inProject('src'), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(inProject(), join(entry.parentPath, entry.name)))
  .filter((file) => !(file in BY_NAME))
  .flatMap((file) => {
    const source = withoutComments(read(file));
    return USES.flatMap((pattern) => [...source.matchAll(pattern)]).map(({ groups }) => ({
      file,
      module: file.split('/')[1] ?? '',
      name: groups?.name ?? '',
      writes: WRITES.test(groups?.verb ?? ''),
    }));
  })
  .filter(({ module, name }) => ownerOf(name) !== module);

const foreign = (isWrong: (use: Use) => boolean): readonly string[] =>
  [
    ...new Set(FOREIGN.filter(isWrong).map(({ file, name }) => `${file}: ${name} of ${ownerOf(name)}`)),
  ].sort();

test('a module writes its own tables only', () => {
  assertNone(
    foreign(({ writes }) => writes),
    "Call a function of the owner's index.ts that writes it.",
  );
});

test('a module reads nothing of modules on its right', () => {
  const place = (module: string | undefined): number => MODULES.indexOf(module ?? '');
  assertNone(
    foreign(({ module, name }) => place(ownerOf(name)) > place(module)),
    'Let the owner call you, or let src/app/ pass a function of the owner.',
  );
});

test('a module reads views of other modules, not their tables', () => {
  assertNone(
    foreign(({ name }) => RELATIONS.get(name)?.kind === 'table'),
    'Read a view that the owner publishes, call a function of its index.ts, or let src/app/ pass one.',
  );
});

/**
 * Functions of triggers that write a table of another module than the one whose rows changed. A row may also go by a
 * cascade, so no module could call the other one in time.
 */
const TRIGGERS: Readonly<Record<string, string>> = {
  begin_assist: 'who helps with a fall is in the care team',
  delete_events_of_ended_care: 'events about a patient go with the care',
  end_assists: 'the care of a helper ends with the assist',
  end_feeds_of_members: 'a calendar feed of a ward ends with the membership',
  end_feeds_of_person: 'calendar feeds end with the account or its role',
  erase_readings_of_deleted_device: 'the readings of a deleted wearable are erased later',
  erase_readings_of_former_wearer: 'the readings of a deleted former wearer are erased later',
  forget_people: 'a deleted account leaves no alert and no event',
  keep_tally: 'rows are counted in the transaction that writes them',
  look_at_claims_of_ended_care: 'the claim of a caregiver whose care ends is due at once',
  look_at_claims_of_person: 'the claim of a person with another role or status is due at once',
  look_at_claims_of_services: 'the claim of a service that no longer serves the patient is due at once',
  look_at_falls_of_leaver: 'a fall goes on to its next step when everybody who was notified of it has left',
  move_care_of_patient: 'care teams follow the patient to another ward',
  record_ring: 'the sender, a phone and a gateway report what became of a ring',
};

const FUNCTION = /\bCREATE (?:OR REPLACE )?FUNCTION (\w+)\([^$]*\$\$([\s\S]*?)\$\$/g;
const TRIGGER =
  /\b(?:CREATE TRIGGER (\w+)[^;]*? ON (\w+)[^;]*?EXECUTE FUNCTION (\w+)|DROP TRIGGER (\w+) ON (\w+))/g;

test('each trigger that writes a table of another module has a reason', () => {
  const bodies = new Map<string, string>();
  const triggers = new Map<string, { readonly table: string; readonly run: string }>();
  for (const text of STATEMENTS) {
    for (const [, name = '', body = ''] of text.matchAll(FUNCTION)) bodies.set(name, body);
    for (const [, name, table = '', run = '', dropped, from] of text.matchAll(TRIGGER))
      if (name === undefined) triggers.delete(`${dropped} ${from}`);
      else triggers.set(`${name} ${table}`, { table, run });
  }
  const written = (body: string): readonly string[] =>
    [...body.matchAll(/\b(?:INSERT INTO|DELETE FROM|UPDATE) (\w+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => RELATIONS.has(name));
  const crossing = [...triggers.values()]
    .filter(({ table, run }) =>
      written(bodies.get(run) ?? '').some((name) => ownerOf(name) !== ownerOf(table)),
    )
    .map(({ run }) => run);
  assert.deepEqual(
    [...new Set(crossing)].sort(),
    Object.keys(TRIGGERS),
    'Let the owner write its table, or add the function to TRIGGERS with the reason.',
  );
});
