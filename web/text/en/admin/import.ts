import { plural } from '../../words.ts';

const residents = (count: number): string => plural(count, { one: 'resident', other: 'residents' });
const lines = (count: number): string => plural(count, { one: 'line', other: 'lines' });

export const residentImport = {
  title: 'Import residents',
  back: 'All users',
  about:
    'Save your list of residents as a CSV file, with the names of the columns in the first line. Nothing is sent before you have seen it here.',
  columnsTitle: 'Columns',
  columns: {
    firstName: 'First name',
    lastName: 'Last name',
    room: 'Room',
    ward: 'Ward',
    email: 'E-mail',
    dateOfBirth: 'Date of birth',
    phone: 'Phone',
    emergencyContact: 'Emergency contact',
  },
  columnsHint:
    'First name and last name are required. A ward must exist already. Dates are 1940-03-17 or 17.03.1940. A resident without an e-mail address has no login.',
  example: 'Download an example',
  exampleName: 'residents.csv',
  choose: 'Choose a file',
  file: 'CSV file',
  tooLarge: 'This file is larger than 1 MB. Split it into several files.',
  ignored: (headings: string): string => `These columns are not imported: ${headings}.`,
  previewTitle: (count: number): string => `${lines(count)} in this file`,
  summary: (ready: number, wrong: number, known: number): string =>
    [
      `${residents(ready)} can be imported.`,
      ...(wrong > 0 ? [`${plural(wrong, { one: 'line has', other: 'lines have' })} errors.`] : []),
      ...(known > 0
        ? [`${plural(known, { one: 'line is', other: 'lines are' })} left out: the resident exists already.`]
        : []),
    ].join(' '),
  correct: 'Correct these lines in your file and choose it again.',
  line: 'Line',
  name: 'Name',
  check: 'Check',
  ready: 'OK',
  known: 'Exists already',
  atLine: (line: number): string => `Line ${line}:`,
  problem: {
    noColumn: (column: string): string => `The column “${column}” is missing.`,
    twoColumns: (column: string): string => `The column “${column}” appears twice.`,
    empty: (column: string): string => `${column} is missing.`,
    control: (column: string): string => `${column} contains a line break or a control character.`,
    tooLong: (column: string, most: number): string => `${column} is longer than ${most} characters.`,
    email: 'This is not an e-mail address.',
    date: 'The date of birth must be a date such as 1940-03-17 or 17.03.1940.',
    openQuote: 'A quotation mark is opened here and never closed.',
    moreCells: 'This line has more cells than the first line.',
    nothing: 'The file has no residents: the first line names the columns, each further line is a resident.',
    noWard: (ward: string): string => `There is no ward “${ward}”. Add it first, or correct its name.`,
    sameEmail: (line: number): string => `The same e-mail address as in line ${line}.`,
    samePerson: (line: number): string => `The same resident as in line ${line}.`,
  },
  start: (count: number): string => `Import ${residents(count)}`,
  progress: (done: number, all: number): string => `${done} of ${all} done`,
  held: 'The service limits requests per minute. The import continues by itself.',
  stop: 'Stop',
  leave: 'Keep this page open until the import is complete.',
  resultTitle: 'Result',
  result: (created: number, all: number): string => `${created} of ${residents(all)} imported.`,
  again: (count: number): string => `Send the remaining ${lines(count)}`,
  another: 'Choose another file',
  state: {
    created: 'Imported',
    refused: (error: string): string => `Refused: ${error}`,
    refusedColumn: (column: string, error: string): string => `Refused: ${column} ${error}.`,
    unclear: 'No answer. Check whether this resident exists before you import the line again.',
    notSent: 'Not sent',
  },
  password: 'Temporary password',
  passwordHint:
    'Temporary passwords are shown once and expire in 7 days. Print this page, or reset a password later.',
} as const;
