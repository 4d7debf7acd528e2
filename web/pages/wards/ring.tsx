import { useEffect } from 'preact/hooks';
import type { RungChannel, RungPerson, Ward, WardRing } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Card } from '../../components/card.tsx';
import { ConfirmButton } from '../../components/confirm-dialog.tsx';
import { useLoad } from '../../components/load.ts';
import { Table } from '../../components/table.tsx';
import { now } from '../../state/clock.ts';
import { reach } from '../../text/en/reach.ts';
import { wards } from '../../text/en/wards.ts';
import { timeWithSeconds } from '../../text/words.ts';

const { ring: text } = wards;
/** Forty requests in a ring: the rate limit counts all pages of a house together. */
const POLL_MS = 3_000;
const WAIT_MS = 120_000;

const hasAnswered = ({ channels }: RungPerson): boolean => channels.some(({ state }) => state === 'RECEIVED');

/** Somebody without a method cannot answer. */
const isWaiting = ({ rungAt, people }: WardRing): boolean =>
  rungAt !== null &&
  now.value - Date.parse(rungAt) < WAIT_MS &&
  people.some((person) => person.channels.length > 0 && !hasAnswered(person));

type Rung = Pick<Ward, 'id' | 'name'>;

export const RingCard = ({ ward }: { readonly ward: Rung }) => (
  <Card title={text.title}>
    <Ring ward={ward} />
  </Card>
);

/** Rings all phones of the ward and shows each as it answers: for admins and leads. */
export function Ring({ ward: { id, name } }: { readonly ward: Rung }) {
  const path = { id };
  const { data: ring, reload, setData } = useLoad('/wards/{id}/ring', { path });
  const waiting = ring !== undefined && isWaiting(ring);
  useEffect(() => {
    if (!waiting) return;
    const poll = setInterval(reload, POLL_MS);
    return () => clearInterval(poll);
  }, [waiting, reload]);
  const start = async () => {
    const reply = await api.post('/wards/{id}/ring', { path });
    if (reply.ok) setData(reply.data);
    // Another lead may have been faster: their ring is shown.
    else await reload();
    return reply;
  };
  return (
    <>
      <p>{text.about}</p>
      <ConfirmButton button={text.ring} title={text.confirmTitle(name)} confirm={text.ring} act={start}>
        <p>{text.confirmText}</p>
      </ConfirmButton>
      {ring !== undefined && ring.rungAt !== null && (
        <>
          <p class="sentence" role="status">
            <strong>{text.answered(ring.people.filter(hasAnswered).length, ring.people.length)}</strong>{' '}
            {waiting ? text.waiting : text.over(timeWithSeconds(ring.rungAt))}
          </p>
          <Table
            caption={text.title}
            rows={ring.people}
            keyOf={(person) => person.id}
            empty={wards.members.none}
            columns={[
              { title: reach.person, cell: (person) => <strong>{person.name}</strong> },
              { title: reach.methods, cell: ({ channels }) => <Channels channels={channels} /> },
            ]}
          />
          <p class="hint">{text.hint}</p>
        </>
      )}
    </>
  );
}

const Channels = ({ channels }: { readonly channels: readonly RungChannel[] }) =>
  channels.length === 0 ? (
    <span>{text.noChannel}</span>
  ) : (
    <ul class="reach-methods">
      {channels.map((channel, index) => (
        <li key={`${index} ${channel.kind}`}>{reach.method(reach.kind[channel.kind], stateOf(channel))}</li>
      ))}
    </ul>
  );

function stateOf({ state, at, status }: RungChannel): string {
  if (state === 'RECEIVED' && at !== null) return text.received(timeWithSeconds(at));
  return state === 'FAILED' ? text.failed(status) : state === 'ACCEPTED' ? text.accepted : text.sent;
}
