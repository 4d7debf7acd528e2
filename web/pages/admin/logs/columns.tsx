import type { AuditLine } from '../../../api/records.ts';
import { query } from '../../../components/query.ts';
import type { Column } from '../../../components/table.tsx';
import { now } from '../../../state/clock.ts';
import { audit } from '../../../text/en/admin/audit.ts';
import { logs as text } from '../../../text/en/admin/logs.ts';
import { calendarDate, dateAndTime, timeOfDay, timeWithSeconds, today } from '../../../text/words.ts';

const ACTION_NAMES: ReadonlyMap<string, string> = new Map(
  Object.values(text.actions).flatMap((group) => Object.entries<string>(group)),
);

export const COLUMNS: readonly Column<AuditLine>[] = [
  { title: text.when, cell: ({ timestamp }) => <When at={timestamp} /> },
  {
    title: text.what,
    cell: ({ level, action, outcome, message }) => {
      const reworded = audit.reworded(message);
      const shown = withTimes(reworded);
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
          {/* A message that has no translation stays as it was recorded. */}
          {shown !== name && (
            <span class="address" lang={reworded === message ? 'en' : undefined}>
              {shown}
            </span>
          )}
        </span>
      );
    },
  },
  {
    title: text.who,
    cell: ({ actorId, actorName, station, token }) => (
      <span>
        <UserLink id={actorId} name={actorName} path={`/admin/logs${query({ actorId: actorId ?? '' })}`} />
        {station !== null && <span class="address">{text.at(station.name)}</span>}
        {token !== null && token.name !== actorName && <span class="address">{text.token(token.name)}</span>}
      </span>
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

/** Messages keep days and times as the API gives them. */
const withTimes = (message: string): string =>
  message.replaceAll(/\b\d{4}-[01]\d-[0-3]\d(T[\d:.]+Z)?\b/g, (at: string, time?: string) =>
    Number.isNaN(Date.parse(at)) ? at : time === undefined ? calendarDate(at) : dateAndTime(at),
  );

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The days that people name by a word. The exact time is in the tooltip. */
function When({ at }: { readonly at: string }) {
  const time = Date.parse(at);
  const day = today(time);
  const current = now.peek();
  const shown =
    day === today(current)
      ? text.today(timeOfDay(time))
      : day === today(current - DAY_MS)
        ? text.yesterday(timeOfDay(time))
        : dateAndTime(time);
  return (
    <time dateTime={at} title={`${dateAndTime(time)} (${timeWithSeconds(time)})`}>
      {shown}
    </time>
  );
}

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
