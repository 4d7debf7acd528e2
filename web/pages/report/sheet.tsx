import type { ComponentChildren } from 'preact';
import type { IncidentReport, TimelineEntry } from '../../api/records.ts';
import { type Fact, Facts } from '../../components/facts.tsx';
import { levelWords } from '../../components/level-badge.tsx';
import { fall as fallText } from '../../text/en/fall.ts';
import { phrases } from '../../text/en/phrases.ts';
import { report as text } from '../../text/en/report.ts';
import { calendarDate } from '../../text/words.ts';
import { timesIn, type ZonedTimes } from '../../text/zoned.ts';
import { stageTimesOf } from '../fall/stage-times.ts';
import { sentenceOf } from '../fall/timeline.tsx';
import { rowsOf, shownIn, WRITTEN } from './content.ts';
import { SignalPicture } from './signal.tsx';

/** So that the sheet fits two pages; the page of the fall has the whole timeline. */
const MOST_ENTRIES = 12;
/** More text than this is printed in smaller letters. */
const LONG_TEXT = 3000;

interface SheetProps {
  readonly report: IncidentReport;
}

/** Everything that is printed. */
export function Sheet({ report }: SheetProps) {
  const times = timesIn(report.when.timeZone);
  const length = JSON.stringify([WRITTEN.map((field) => report[field]), report.amendments]).length;
  return (
    <article class={length > LONG_TEXT ? 'report-sheet long' : 'report-sheet'}>
      <Part title={text.facts.title}>
        <Facts facts={factsOf(report, times)} />
      </Part>
      <Part title={text.written.title} kind="report-written">
        <Facts facts={writtenFacts(report, times)} />
        <p class="report-signed">
          {report.signedBy === null || report.signedAt === null
            ? text.sign.unsigned
            : text.sign.signed(report.signedBy.name, times.dateAndTime(report.signedAt))}
        </p>
      </Part>
      {report.amendments.length > 0 && <Amendments report={report} times={times} />}
      <Part title={text.signal.title}>
        {report.signal === null ? (
          <p class="empty">{text.signal.none}</p>
        ) : (
          <SignalPicture signal={report.signal} fellAt={report.when.at} />
        )}
      </Part>
      <div class="report-columns">
        <Timeline report={report} times={times} />
        <Notified report={report} times={times} />
      </div>
      <SignatureLines />
    </article>
  );
}

const Part = ({
  title,
  kind = '',
  children,
}: {
  readonly title: string;
  readonly kind?: string;
  readonly children: ComponentChildren;
}) => (
  <section class={`report-part ${kind}`}>
    <h2>{title}</h2>
    {children}
  </section>
);

function factsOf(report: IncidentReport, times: ZonedTimes): Fact[] {
  const { facts: words } = text;
  const { person, ward, room, when, why, outcome, resolvedBy, note } = report;
  const found = outcome === null ? words.open : fallText.outcome[outcome];
  return [
    { name: words.person, value: person.name },
    ...(person.dateOfBirth === null ? [] : [{ name: words.born, value: calendarDate(person.dateOfBirth) }]),
    ...(ward === null ? [] : [{ name: words.ward, value: ward.name }]),
    ...(room === null ? [] : [{ name: words.room, value: room }]),
    { name: words.when, value: words.inZone(when.local, when.timeZone) },
    {
      name: words.level,
      value: levelWords({ ...report, event: report.sensor?.event ?? null, isTest: false }),
    },
    ...(why === null ? [] : [{ name: words.why, value: why.seen.for.map(phrases.reworded).join(', ') }]),
    ...stageTimesOf(report.stages)
      .slice(1)
      .map(({ name, at, after }) => ({
        name,
        value: at === null ? after : words.stage(times.exact(at), after),
      })),
    { name: words.outcome, value: resolvedBy === null ? found : words.resolvedBy(found, resolvedBy.name) },
    ...(note ? [{ name: words.note, value: note }] : []),
  ];
}

const writtenFacts = (report: IncidentReport, times: ZonedTimes): Fact[] =>
  WRITTEN.map((field) => ({
    name: text.written[field],
    value: shownIn(field, report, times) || <span class="empty">{text.written.empty}</span>,
  }));

const Amendments = ({ report, times }: SheetProps & { readonly times: ZonedTimes }) => (
  <Part title={text.amendments.title}>
    {report.amendments.map(({ by, at, ...changes }) => (
      <div key={at} class="report-amendment">
        <p>{text.amendments.by(by.name, times.dateAndTime(at))}</p>
        <Facts
          facts={rowsOf(changes).map((field) => ({
            name: text.written[field],
            value: shownIn(field, changes, times) || text.amendments.cleared,
          }))}
        />
      </div>
    ))}
  </Part>
);

const Timeline = ({ report, times }: SheetProps & { readonly times: ZonedTimes }) => {
  // Notifications have a part of their own.
  const entries: readonly TimelineEntry[] = report.timeline.filter(({ type }) => type !== 'told');
  return (
    <Part title={text.timeline}>
      <ol class="report-timeline">
        {entries.slice(0, MOST_ENTRIES).map((entry) => (
          <li key={entry.id}>
            <time dateTime={entry.at}>{times.exact(entry.at)}</time> {sentenceOf(entry, times.exact)}
          </li>
        ))}
      </ol>
      {entries.length > MOST_ENTRIES && <p>{text.more(entries.length - MOST_ENTRIES)}</p>}
    </Part>
  );
};

/** One line for each person: with a row for each channel a large team would fill a page. */
function Notified({ report, times }: SheetProps & { readonly times: ZonedTimes }) {
  const { notified: words } = text;
  const byPerson = new Map<string, { readonly name: string; readonly ways: string[] }>();
  for (const { person, channel, deliveredAt, acknowledgedAt } of report.notified) {
    const id = person?.id ?? '';
    const entry = byPerson.get(id) ?? { name: person?.name ?? fallText.timeline.unknownPerson, ways: [] };
    const how = channel === 'live' ? words.live : (fallText.channel[channel] ?? channel);
    const missed = channel === 'live' ? words.notSeen : words.failed;
    const delivery = deliveredAt === null ? missed : times.exact(deliveredAt);
    entry.ways.push(
      acknowledgedAt === null ? `${how} ${delivery}` : words.acknowledged(how, times.exact(acknowledgedAt)),
    );
    byPerson.set(id, entry);
  }
  return (
    <Part title={words.title}>
      {byPerson.size === 0 ? (
        <p class="empty">{words.none}</p>
      ) : (
        <ul class="report-notified">
          {[...byPerson].map(([id, { name, ways }]) => (
            <li key={id}>
              <b>{name}</b>: {ways.join('; ')}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** On paper only. */
const SignatureLines = () => (
  <div class="report-lines" aria-hidden="true">
    {[text.lines.caregiver, text.lines.lead].map((who) => (
      <p key={who}>
        {who}: {text.lines.date}
      </p>
    ))}
  </div>
);
