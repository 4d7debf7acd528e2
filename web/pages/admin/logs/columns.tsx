import type { AuditLine } from '../../../api/records.ts';
import { query } from '../../../components/query.ts';
import type { Column } from '../../../components/table.tsx';
import { logs as text } from '../../../text/en/admin/logs.ts';
import { dateAndTime } from '../../../text/words.ts';

const ACTION_NAMES: ReadonlyMap<string, string> = new Map(
  Object.values(text.actions).flatMap((group) => Object.entries<string>(group)),
);

export const COLUMNS: readonly Column<AuditLine>[] = [
  { title: text.when, cell: ({ timestamp }) => dateAndTime(timestamp) },
  {
    title: text.what,
    cell: ({ level, action, outcome, message }) => {
      const name = ACTION_NAMES.get(action) ?? action;
      // "Login failed" needs neither its level nor its outcome beside it.
      const namesOutcome = outcome !== 'done' && name.endsWith(text.outcome[outcome].toLowerCase());
      return (
        <span>
          <strong class={`log-level ${level}`}>
            {level !== 'info' && !namesOutcome && `${text.levels[level]}: `}
            {name}
          </strong>
          {outcome !== 'done' && !namesOutcome && ` · ${text.outcome[outcome]}`}
          <span class="address">{message}</span>
        </span>
      );
    },
  },
  {
    title: text.who,
    cell: ({ actorId, actorName }) => (
      <UserLink id={actorId} name={actorName} path={`/admin/logs${query({ actorId: actorId ?? '' })}`} />
    ),
  },
  {
    title: text.about,
    cell: ({ subjectId, subjectName }) => (
      <UserLink id={subjectId} name={subjectName} path={`/admin/users${query({ user: subjectId ?? '' })}`} />
    ),
  },
  { title: text.address, cell: ({ ip }) => ip ?? '–' },
];

function UserLink({
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
