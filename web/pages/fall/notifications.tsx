import type { FallDetail, TimelineEntry } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { Table } from '../../components/table.tsx';
import { fall as text } from '../../text/en/fall.ts';
import { timeWithSeconds } from '../../text/words.ts';

const { notifications: words } = text;

interface Delivery {
  readonly key: string;
  readonly who: string;
  readonly how: string;
  readonly outcome: string;
  readonly when: string | null;
}

/** One row per person and method, with the latest delivery result. */
export function Notifications({
  detail,
  entries,
}: {
  readonly detail: FallDetail;
  readonly entries: readonly TimelineEntry[];
}) {
  return (
    <Card title={words.title}>
      <Table
        caption={words.title}
        rows={[...onScreens(detail), ...byChannels(entries)]}
        keyOf={({ key }) => key}
        empty={words.none}
        columns={[
          { title: words.who, cell: ({ who }) => who },
          { title: words.how, cell: ({ how }) => how },
          { title: words.outcome, cell: ({ outcome }) => outcome },
          { title: words.when, cell: ({ when }) => (when === null ? '–' : timeWithSeconds(when)) },
        ]}
      />
    </Card>
  );
}

const onScreens = ({ alerts }: FallDetail): Delivery[] =>
  alerts.map(({ caregiverId, caregiverName, deliveredAt, acknowledgedAt, ...seen }) => ({
    key: caregiverId,
    who: caregiverName,
    how: text.channel.screen ?? '',
    outcome:
      acknowledgedAt !== null
        ? words.acknowledged(timeWithSeconds(acknowledgedAt))
        : (receiptOf(seen) ?? (deliveredAt === null ? words.notSeen : words.delivered)),
    when: deliveredAt ?? acknowledgedAt,
  }));

interface Receipts {
  readonly receivedAt?: string | null;
  readonly openedAt?: string | null;
}

/** What the person's device has reported; undefined if nothing. */
function receiptOf({ receivedAt, openedAt }: Receipts): string | undefined {
  if (openedAt) return words.opened(timeWithSeconds(openedAt));
  return receivedAt ? words.received(timeWithSeconds(receivedAt)) : undefined;
}

function byChannels(entries: readonly TimelineEntry[]): Delivery[] {
  const byMethod = new Map<
    string,
    Delivery & Receipts & { readonly failures: number; readonly arrived: boolean }
  >();
  for (const { type, person, channel = '', outcome, at, receivedAt, openedAt } of entries) {
    if (type !== 'told') continue;
    const key = `${person?.id} ${channel}`;
    const before = byMethod.get(key);
    const arrived = outcome === 'delivered' || before?.arrived === true;
    const failures = (before?.failures ?? 0) + Number(outcome !== 'delivered');
    const receipts = {
      receivedAt: before?.receivedAt ?? receivedAt ?? null,
      openedAt: before?.openedAt ?? openedAt ?? null,
    };
    byMethod.set(key, {
      ...receipts,
      key,
      who: person?.name ?? text.timeline.unknownPerson,
      how: text.channel[channel] ?? channel,
      outcome: receiptOf(receipts) ?? (arrived ? words.accepted : words.failed(failures)),
      when: before?.arrived ? before.when : at,
      failures,
      arrived,
    });
  }
  return [...byMethod.values()];
}
