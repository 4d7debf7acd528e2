import type { Csv } from './csv.ts';

/** The columns of a file of residents, with the longest value that the service accepts. */
const COLUMNS = {
  firstName: 100,
  lastName: 100,
  room: 80,
  ward: 80,
  email: 254,
  dateOfBirth: 10,
  phone: 32,
  emergencyContact: 32,
} as const;

export type ColumnName = keyof typeof COLUMNS;

const REQUIRED: readonly ColumnName[] = ['firstName', 'lastName'];

/** Headings that people write, in lower case and without anything but letters. */
const HEADINGS: Readonly<Record<ColumnName, readonly string[]>> = {
  firstName: ['firstname', 'givenname', 'forename', 'vorname'],
  lastName: ['lastname', 'familyname', 'surname', 'nachname', 'name', 'familienname'],
  room: ['room', 'roomnumber', 'zimmer', 'zimmernummer', 'raum'],
  ward: ['ward', 'wohnbereich', 'station', 'unit'],
  email: ['email', 'emailaddress', 'mail', 'emailadresse'],
  dateOfBirth: ['dateofbirth', 'birthdate', 'birthday', 'born', 'dob', 'geburtsdatum', 'geboren'],
  phone: ['phone', 'phonenumber', 'telephone', 'telefon', 'telefonnummer'],
  emergencyContact: ['emergencycontact', 'notfallkontakt', 'notfallnummer'],
};

export type RowProblem =
  | { readonly kind: 'noColumn' | 'twoColumns' | 'empty' | 'control'; readonly column: ColumnName }
  | { readonly kind: 'tooLong'; readonly column: ColumnName; readonly most: number }
  | { readonly kind: 'email' | 'date' | 'openQuote' | 'moreCells' | 'nothing' }
  | { readonly kind: 'noWard'; readonly ward: string }
  | { readonly kind: 'sameEmail' | 'samePerson'; readonly line: number };

export interface ResidentRow {
  readonly line: number;
  readonly values: Readonly<Record<ColumnName, string>>;
  readonly wardId: string | null;
  readonly problems: readonly RowProblem[];
  /** A resident with this name and room exists: the file may have been imported before. */
  readonly isKnown: boolean;
}

export interface ResidentFile {
  readonly rows: readonly ResidentRow[];
  /** Problems of the file as a whole, by line. */
  readonly problems: readonly { readonly line: number; readonly problem: RowProblem }[];
  /** Headings that no column has. */
  readonly ignored: readonly string[];
}

interface Home {
  readonly wards: readonly { readonly id: string; readonly name: string }[];
  readonly people: readonly { readonly name: string; readonly room: string | null }[];
}

const lettersOf = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}]/gu, '');

const columnOf = (heading: string): ColumnName | undefined =>
  (Object.keys(HEADINGS) as ColumnName[]).find((name) => HEADINGS[name].includes(lettersOf(heading)));

/** Upper and lower case, and white space, do not tell names apart. */
const folded = (text: string): string => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase();

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts.map(folded));

/** Reads a file of residents. Reports every problem of every line, because all of them must be corrected. */
export function readResidents({ records, openQuoteAt }: Csv, home: Home): ResidentFile {
  const [header, ...lines] = records;
  const openQuote =
    openQuoteAt === null ? [] : [{ line: openQuoteAt, problem: { kind: 'openQuote' } as const }];
  if (header === undefined || lines.length === 0)
    return { rows: [], problems: [...openQuote, { line: 1, problem: { kind: 'nothing' } }], ignored: [] };
  const columns = header.cells.map(columnOf);
  const headerProblems = (Object.keys(COLUMNS) as ColumnName[]).flatMap((column): RowProblem[] => {
    const times = columns.filter((one) => one === column).length;
    if (times > 1) return [{ kind: 'twoColumns', column }];
    return times === 0 && REQUIRED.includes(column) ? [{ kind: 'noColumn', column }] : [];
  });
  const wardIds = new Map(home.wards.map(({ id, name }) => [folded(name), id]));
  const known = new Set(home.people.map(({ name, room }) => keyOf(name, room ?? '')));
  const emails = new Map<string, number>();
  const persons = new Map<string, number>();

  const rows = lines.map(({ line, cells }): ResidentRow => {
    const cellOf = (column: ColumnName): string => cells[columns.indexOf(column)] ?? '';
    const read = Object.fromEntries(
      (Object.keys(COLUMNS) as ColumnName[]).map((column) => [
        column,
        columns.includes(column) ? cellOf(column) : '',
      ]),
    ) as Record<ColumnName, string>;
    const dateOfBirth = isoDateOf(read.dateOfBirth);
    const values = { ...read, dateOfBirth: dateOfBirth ?? read.dateOfBirth };
    const wardId = wardIds.get(folded(values.ward)) ?? null;
    const email = values.email.toLowerCase();
    const person = keyOf(values.firstName, values.lastName, values.room, values.dateOfBirth);
    const sameEmail = emails.get(email);
    const samePerson = persons.get(person);
    if (email !== '' && sameEmail === undefined) emails.set(email, line);
    if (samePerson === undefined) persons.set(person, line);
    return {
      line,
      values,
      wardId,
      isKnown: known.has(keyOf(`${values.firstName} ${values.lastName}`, values.room)),
      problems: [
        ...(cells.slice(columns.length).some((cell) => cell !== '') ? [{ kind: 'moreCells' } as const] : []),
        ...(Object.keys(COLUMNS) as ColumnName[]).flatMap((column) => problemsOf(column, read[column])),
        ...(email !== '' && !isEmail(email) ? [{ kind: 'email' } as const] : []),
        ...(dateOfBirth === undefined ? [{ kind: 'date' } as const] : []),
        ...(values.ward !== '' && wardId === null ? [{ kind: 'noWard', ward: values.ward } as const] : []),
        ...(email !== '' && sameEmail !== undefined ? [{ kind: 'sameEmail', line: sameEmail } as const] : []),
        ...(samePerson === undefined ? [] : [{ kind: 'samePerson', line: samePerson } as const]),
      ],
    };
  });
  return {
    // Without its columns a line has no meaning.
    rows: headerProblems.length > 0 ? [] : rows,
    problems: [...headerProblems.map((problem) => ({ line: header.line, problem })), ...openQuote],
    ignored: header.cells.filter((heading, index) => heading !== '' && columns[index] === undefined),
  };
}

const CONTROL = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function problemsOf(column: ColumnName, value: string): RowProblem[] {
  if (value === '') return REQUIRED.includes(column) ? [{ kind: 'empty', column }] : [];
  if (CONTROL.test(value)) return [{ kind: 'control', column }];
  const most = COLUMNS[column];
  // The rule for dates says what is wrong with a long one.
  return value.length > most && column !== 'dateOfBirth' ? [{ kind: 'tooLong', column, most }] : [];
}

/** A rough check: the service has the exact rule, and its answer stands at the line. */
const isEmail = (text: string): boolean => /^[^\s@"<>,;]+@[^\s@"<>,;]+\.[a-z0-9-]{2,}$/i.test(text);

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const GERMAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** `1940-03-17` and `17.3.1940`; undefined for anything else. Empty stays empty. Slashes are ambiguous. */
export function isoDateOf(text: string): string | undefined {
  if (text === '') return '';
  const iso = ISO.exec(text);
  const german = GERMAN.exec(text);
  const [year, month, day] = iso?.slice(1) ?? german?.slice(1).reverse() ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  // JavaScript reads 30 February as 1 March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date || year < '1850'
    ? undefined
    : date;
}

/** Whether the line can be sent. */
export const isReady = ({ problems, isKnown }: ResidentRow): boolean => problems.length === 0 && !isKnown;

/** The request of a line. */
export function bodyOf({ values, wardId }: ResidentRow): Readonly<Record<string, string>> {
  const { ward: _, ...fields } = values;
  return Object.fromEntries(
    Object.entries({ ...fields, wardId: wardId ?? '' }).filter(([, value]) => value !== ''),
  );
}
