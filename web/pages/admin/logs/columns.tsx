import type { AuditLine } from '../../../api/records.ts';
import { query } from '../../../components/query.ts';
import type { Column } from '../../../components/table.tsx';
import { logs as text } from '../../../text/en/admin/logs.ts';
import { dateAndTime } from '../../../text/words.ts';

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.values(text.actions).flatMap((group) => Object.entries<string>(group)),
);

export const COLUMNS: readonly Column<AuditLine>[] = [
  { title: text.when, cell: ({ timestamp }) => dateAndTime(timestamp) },
  {
    title: text.what,
    cell: ({ level, action, outcome, message }) => (
      <span>
        <strong class={`log-level ${level}`}>
          {level !== 'info' && `${text.levels[level]}: `}
          {WORDS.get(action) ?? action}
        </strong>
        {outcome !== 'done' && ` · ${text.outcome[outcome]}`}
        <span class="address">{message}</span>
      </span>
    ),
  },
  {
    title: text.who,
    cell: ({ actorId, actorName }) => (
      <Somebody id={actorId} name={actorName} path={`/admin/logs${query({ actorId: actorId ?? '' })}`} />
    ),
  },
  {
    title: text.about,
    cell: ({ subjectId, subjectName }) => (
      <Somebody id={subjectId} name={subjectName} path={`/admin/users${query({ user: subjectId ?? '' })}`} />
    ),
  },
  { title: text.address, cell: ({ ip }) => ip ?? '–' },
];

function Somebody({
  id,
  name,
  path,
}: {
  readonly id: string | null;
  readonly name: string | null;
  readonly path: string;
}) {
  if (id === null) return <span>–</span>;
  return name === null ? <span>{text.gone}</span> : <a href={path}>{name}</a>;
}
