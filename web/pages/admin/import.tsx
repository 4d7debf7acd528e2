import { useEffect, useRef, useState } from 'preact/hooks';
import type { CreatedPatient } from '../../api/records.ts';
import { api, filledIn } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { type LineResult, sendLines } from '../../components/send-lines.ts';
import { Table } from '../../components/table.tsx';
import { useWards } from '../../components/wards.ts';
import { isLoaded, refreshBoard } from '../../state/feed.ts';
import { people } from '../../state/people.ts';
import { residentImport as text } from '../../text/en/admin/import.ts';
import { common } from '../../text/en/common.ts';
import { calendarDate } from '../../text/words.ts';
import { decodeCsv, parseCsv } from './import/csv.ts';
import {
  bodyOf,
  type ColumnName,
  isReady,
  type ResidentFile,
  type ResidentRow,
  type RowProblem,
  readResidents,
} from './import/residents.ts';

const MAX_BYTES = 1_000_000;
const EXAMPLE = `firstName,lastName,room,ward,email,dateOfBirth,phone,emergencyContact
Edith,Brandt,12 B,,,1940-03-17,,+49 171 7654321
`;

type Result = LineResult<CreatedPatient>;
type Results = ReadonlyMap<number, Result>;

export default function Import() {
  const { data: wards } = useWards();
  const [file, setFile] = useState<ResidentFile>();
  const [error, setError] = useState<string>();
  const [results, setResults] = useState<Results>();
  const choose = async (chosen: File | undefined) => {
    setError(undefined);
    setFile(undefined);
    setResults(undefined);
    if (chosen === undefined) return;
    if (chosen.size > MAX_BYTES) return setError(text.tooLarge);
    const csv = parseCsv(decodeCsv(new Uint8Array(await chosen.arrayBuffer())));
    const residents = people.keys.peek().flatMap((id) => people.peek(id) ?? []);
    setFile(readResidents(csv, { wards: wards ?? [], people: residents }));
  };
  // A file read before these are known would lack its wards, or hide who exists already.
  const canChoose = wards !== undefined && isLoaded.value;
  return (
    <Page title={text.title}>
      <p>
        <a href="/admin/users">{text.back}</a>
      </p>
      {results === undefined && (
        <Card title={text.choose}>
          <p>{text.about}</p>
          <p>
            {text.columnsTitle}: {Object.values(text.columns).join(', ')}.
          </p>
          <p class="hint">{text.columnsHint}</p>
          <p>
            <a
              class="more"
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(EXAMPLE)}`}
              download={text.exampleName}
            >
              {text.example}
            </a>
          </p>
          {canChoose ? (
            <div class="field">
              <label for="residents-file">{text.file}</label>
              <input
                id="residents-file"
                type="file"
                accept=".csv,.txt,text/csv,text/plain"
                // The same file can be chosen again after a correction.
                onClick={(event) => {
                  event.currentTarget.value = '';
                }}
                onChange={(event) => void choose(event.currentTarget.files?.[0])}
              />
            </div>
          ) : (
            <p class="empty">{common.loading}</p>
          )}
          {error !== undefined && <Notice kind="error">{error}</Notice>}
        </Card>
      )}
      {file !== undefined && results === undefined && (
        <Preview file={file} onStart={() => setResults(new Map())} />
      )}
      {file !== undefined && results !== undefined && (
        <Run rows={file.rows.filter(isReady)} onAnother={() => void choose(undefined)} />
      )}
    </Page>
  );
}

function problemText(problem: RowProblem): string {
  const words = text.problem;
  switch (problem.kind) {
    case 'noColumn':
    case 'twoColumns':
    case 'empty':
    case 'control':
      return words[problem.kind](text.columns[problem.column]);
    case 'tooLong':
      return words.tooLong(text.columns[problem.column], problem.most);
    case 'noWard':
      return words.noWard(problem.ward);
    case 'sameEmail':
    case 'samePerson':
      return words[problem.kind](problem.line);
    default:
      return words[problem.kind];
  }
}

const SHOWN: readonly ColumnName[] = ['room', 'ward', 'dateOfBirth', 'email', 'phone', 'emergencyContact'];

const nameOf = ({ values }: ResidentRow): string => `${values.firstName} ${values.lastName}`.trim();

function shownValue(column: ColumnName, { values, problems }: ResidentRow): string {
  const value = values[column];
  const isDate = column === 'dateOfBirth' && value !== '' && !problems.some(({ kind }) => kind === 'date');
  return isDate ? calendarDate(value) : value || '–';
}

/** All lines, with all problems. Lines with problems come first, because they are to be corrected. */
function Preview({ file, onStart }: { readonly file: ResidentFile; readonly onStart: () => void }) {
  const { rows, problems, ignored } = file;
  const wrong = rows.filter((row) => row.problems.length > 0);
  const ready = rows.filter(isReady);
  const known = rows.length - wrong.length - ready.length;
  const used = SHOWN.filter((column) => rows.some(({ values }) => values[column] !== ''));
  const sorted = [...wrong, ...rows.filter((row) => row.problems.length === 0)];
  return (
    <Card title={text.previewTitle(rows.length)}>
      {problems.map(({ line, problem }) => (
        <Notice key={`${line} ${problem.kind}`} kind="error">
          <strong>{text.atLine(line)}</strong> {problemText(problem)}
        </Notice>
      ))}
      {ignored.length > 0 && <Notice>{text.ignored(ignored.join(', '))}</Notice>}
      {rows.length > 0 && (
        <>
          <p role="status">
            <strong>{text.summary(ready.length, wrong.length, known)}</strong>{' '}
            {wrong.length > 0 && text.correct}
          </p>
          {ready.length > 0 && problems.length === 0 && (
            <div class="actions">
              <Button kind="urgent" onPress={onStart}>
                {text.start(ready.length)}
              </Button>
            </div>
          )}
          <div class="listing import">
            <Table
              caption={text.previewTitle(rows.length)}
              rows={sorted}
              keyOf={({ line }) => String(line)}
              empty=""
              columns={[
                { title: text.line, numeric: true, cell: ({ line }) => line },
                { title: text.check, cell: (row) => <Check row={row} /> },
                { title: text.name, cell: (row) => <b>{nameOf(row) || '–'}</b> },
                ...used.map((column) => ({
                  title: text.columns[column],
                  cell: (row: ResidentRow) => shownValue(column, row),
                })),
              ]}
            />
          </div>
        </>
      )}
    </Card>
  );
}

function Check({ row }: { readonly row: ResidentRow }) {
  if (row.problems.length === 0) return <span>{row.isKnown ? text.known : text.ready}</span>;
  return (
    <ul class="line-problems">
      {row.problems.map((problem) => (
        <li key={JSON.stringify(problem)} class="error">
          {problemText(problem)}
        </li>
      ))}
    </ul>
  );
}

/** Sends the lines, and shows what became of each. */
function Run({ rows, onAnother }: { readonly rows: readonly ResidentRow[]; readonly onAnother: () => void }) {
  const [results, setResults] = useState<Results>(new Map());
  const [isRunning, setRunning] = useState(true);
  const [isHeld, setHeld] = useState(false);
  const stopped = useRef(false);

  const send = async (some: readonly ResidentRow[]) => {
    stopped.current = false;
    setRunning(true);
    await sendLines<ResidentRow, CreatedPatient>(some, {
      create: (row) => api.post('/admin/patients', { body: filledIn<'NewResident'>(bodyOf(row)) }),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      isStopped: () => stopped.current,
      onResult: ({ line }, result) => setResults((before) => new Map([...before, [line, result]])),
      onHold: setHeld,
    });
    setRunning(false);
    void refreshBoard();
  };
  useEffect(() => {
    void send(rows);
    return () => {
      stopped.current = true;
    };
  }, []);
  useEffect(() => {
    if (!isRunning) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isRunning]);

  const created = [...results.values()].filter(({ state }) => state === 'created').length;
  const unsent = rows.filter(({ line }) => results.get(line)?.state === 'notSent');
  const hasPasswords = [...results.values()].some((one) => passwordOf(one) !== undefined);
  return (
    <Card title={text.resultTitle}>
      {isRunning ? (
        <>
          <p class="setup-progress" role="status">
            <progress max={rows.length} value={results.size} aria-hidden="true" />
            <strong>{text.progress(results.size, rows.length)}</strong>
          </p>
          {isHeld && <Notice>{text.held}</Notice>}
          <p class="hint">{text.leave}</p>
          <div class="actions">
            <Button
              onPress={() => {
                stopped.current = true;
              }}
            >
              {text.stop}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Notice kind={created === rows.length ? 'good' : 'warning'}>
            {text.result(created, rows.length)}
          </Notice>
          {hasPasswords && <p>{text.passwordHint}</p>}
          <div class="actions">
            {unsent.length > 0 && (
              <Button kind="urgent" onPress={() => send(unsent)}>
                {text.again(unsent.length)}
              </Button>
            )}
            {hasPasswords && <Button onPress={() => print()}>{common.print}</Button>}
            <Button onPress={onAnother}>{text.another}</Button>
          </div>
        </>
      )}
      <div class="listing import">
        <Table
          caption={text.resultTitle}
          rows={rows.filter(({ line }) => results.has(line))}
          keyOf={({ line }) => String(line)}
          empty=""
          columns={[
            { title: text.line, numeric: true, cell: ({ line }) => line },
            { title: text.name, cell: (row) => <Name row={row} result={results.get(row.line)} /> },
            { title: text.columns.room, cell: (row) => shownValue('room', row) },
            { title: text.resultTitle, cell: ({ line }) => resultText(results.get(line)) },
            ...(hasPasswords
              ? [
                  {
                    title: text.password,
                    cell: ({ line }: ResidentRow) => {
                      const password = passwordOf(results.get(line));
                      return password === undefined ? '–' : <code>{password}</code>;
                    },
                  },
                ]
              : []),
          ]}
        />
      </div>
    </Card>
  );
}

const passwordOf = (result: Result | undefined): string | undefined =>
  result?.state === 'created' ? result.made.temporaryPassword : undefined;

function resultText(result: Result | undefined): string {
  if (result === undefined) return '';
  return result.state === 'refused' ? refusalText(result) : text.state[result.state];
}

const COLUMN_NAMES: Readonly<Record<string, string>> = { ...text.columns, wardId: text.columns.ward };

/** Names the columns of the file, not the fields of the API. */
function refusalText({ error, details }: Extract<Result, { state: 'refused' }>): string {
  const fields = Object.entries(details);
  if (fields.length === 0) return text.state.refused(error);
  return fields
    .map(([field, message]) => text.state.refusedColumn(COLUMN_NAMES[field] ?? field, message))
    .join(' ');
}

function Name({ row, result }: { readonly row: ResidentRow; readonly result: Result | undefined }) {
  if (result?.state !== 'created') return <b>{nameOf(row)}</b>;
  return <a href={`/patients/${result.made.id}`}>{nameOf(row)}</a>;
}
