import type { FallLevel, TimelineEntry } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { Loading } from '../../components/loading.tsx';
import { isLevel } from '../../state/levels.ts';
import { common } from '../../text/en/common.ts';
import { fall as text } from '../../text/en/fall.ts';
import { dayAndMonth, timeWithSeconds } from '../../text/words.ts';

const { timeline: words } = text;

/** The fall's events as sentences, oldest first. */
export function Timeline({
  entries,
  isTest,
}: {
  readonly entries: readonly TimelineEntry[] | undefined;
  readonly isTest: boolean;
}) {
  return (
    <Card title={words.title}>
      {entries === undefined ? (
        <Loading />
      ) : entries.length === 0 ? (
        <p class="empty">{words.none}</p>
      ) : (
        <ol class="timeline">
          {entries.map((entry, index) => (
            <li key={entry.id} class={entry.type}>
              <time dateTime={entry.at}>
                {isNewDay(entries[index - 1]?.at, entry.at) && `${dayAndMonth(entry.at)} `}
                {timeWithSeconds(entry.at)}
              </time>
              <p>{isTest && entry.type === 'detected' ? words.testTriggered : sentenceOf(entry)}</p>
              {entry.note && <p class="note">{entry.note}</p>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

const isNewDay = (before: string | undefined, at: string): boolean =>
  before !== undefined && new Date(before).toDateString() !== new Date(at).toDateString();

const levelOf = (level: string | undefined): string =>
  level !== undefined && isLevel(level) ? common.level[level satisfies FallLevel] : '';

const sensorWords = ({ sensorEvent }: TimelineEntry): string | undefined =>
  sensorEvent === undefined || sensorEvent === 'FALL' ? undefined : common.sensorEvent[sensorEvent];

/** `exact` writes a time of day with seconds. */
export function sentenceOf(entry: TimelineEntry, exact: (at: string) => string = timeWithSeconds): string {
  const by = entry.by?.name ?? words.unknownPerson;
  const person = entry.person?.name ?? words.unknownPerson;
  switch (entry.type) {
    case 'detected':
      return entry.by === null
        ? words.detected[entry.source ?? 'STREAM'](sensorWords(entry) ?? levelOf(entry.level))
        : words.reportedBy(by, levelOf(entry.level));
    case 'risen':
      return entry.by === null ? words.upgraded(levelOf(entry.level)) : words.helpRequested(by);
    case 'repeated':
      return (entry.presses ?? 1) > 1 ? words.pressedAgain(by, entry.presses ?? 1) : words.helpRequested(by);
    case 'told': {
      const channel = text.channel[entry.channel ?? ''] ?? entry.channel ?? '';
      if (entry.outcome !== 'delivered')
        return words.notNotified(person, channel, entry.attempt ?? 1, entry.reason);
      const sentence = words.notified(person, channel);
      if (entry.openedAt) return words.opened(sentence, exact(entry.openedAt));
      return entry.receivedAt ? words.received(sentence, exact(entry.receivedAt)) : sentence;
    }
    case 'unreceived':
      return entry.reason === 'left' ? words.notifiedLeft : words.unreceived;
    case 'claimed':
      return entry.etaMinutes ? words.claimedWithEta(by, entry.etaMinutes) : words.claimed(by);
    case 'released':
      return words.released(by);
    case 'expired':
      return entry.reason === 'left' ? words.left(by) : words.expired(by);
    case 'assisted':
      return words.assisted(by, entry.reason);
    case 'offered':
      return words.offered(by, person);
    case 'declined':
      return words.declined(by);
    case 'passed':
      return words.passed(by);
    case 'resolved':
      return entry.by === null && entry.outcome === 'MOVED_ON'
        ? words.movedOn
        : words.resolved(by, outcomeOf(entry.outcome));
    case 'corrected':
      return words.corrected(by, outcomeOf(entry.outcome));
    case 'amended':
      return words.amended(by, outcomeOf(entry.outcome));
    case 'cancelled':
      return words.cancelled(by);
    case 'verified':
      return words.verified[entry.verification === 'moved_on' ? 'moved_on' : 'stands'];
    case 'learned':
      return entry.sensitivity === 'less' ? words.learned.less(entry.falseAlarms ?? 0) : words.learned.more;
  }
}

export const outcomeOf = (outcome: string | undefined): string =>
  outcome === 'HELPED' || outcome === 'NO_HELP_NEEDED' || outcome === 'FALSE_ALARM' || outcome === 'MOVED_ON'
    ? text.outcome[outcome]
    : (outcome ?? '');
