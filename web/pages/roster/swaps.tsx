import { useState } from 'preact/hooks';
import type { Swap } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { user } from '../../state/session.ts';
import { roster } from '../../text/en/roster.ts';
import { calendarDayAndMonth } from '../../text/words.ts';

const text = roster.swaps;

/** Swaps that wait for an answer; the colleague who is asked answers here. */
export function Swaps({ wardId, onChange }: { readonly wardId: string; readonly onChange: () => void }) {
  const { data, failure, reload } = useLoad('/wards/{id}/roster/swaps', {
    path: { id: wardId },
    query: { limit: 100, sort: 'state', order: 'desc' },
  });
  const { data: members = [] } = useLoad('/wards/{id}/caregivers', {
    path: { id: wardId },
    query: { limit: 100 },
  });
  const [error, setError] = useState<string>();
  const nameOf = (person: string): string => members.find(({ id }) => id === person)?.name ?? text.former;
  const reply = async ({ id: swapId }: Swap, word: 'accept' | 'decline') => {
    const path = { id: wardId, swapId };
    const given =
      word === 'accept'
        ? await api.post('/wards/{id}/roster/swaps/{swapId}/accept', { path })
        : await api.post('/wards/{id}/roster/swaps/{swapId}/decline', { path });
    setError(given.ok ? undefined : given.error);
    if (given.ok) onChange();
    else await reload();
  };
  // A ward of others: the week above says so.
  if (failure?.status === 403) return null;
  const open = data?.filter(({ state }) => state === 'OPEN');
  return (
    <Card title={text.title}>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      {open === undefined && <Loading failure={failure} retry={reload} />}
      {open?.length === 0 && <p class="empty">{text.none}</p>}
      <ul>
        {open?.map((swap) => (
          <li key={swap.id}>
            <span id={`swap-${swap.id}`}>
              {text.line(nameOf(swap.caregiverId), nameOf(swap.replacedBy), calendarDayAndMonth(swap.date))}
            </span>{' '}
            {swap.replacedBy === user.value?.id && (
              <>
                <Button describedBy={`swap-${swap.id}`} kind="urgent" onPress={() => reply(swap, 'accept')}>
                  {text.accept}
                </Button>{' '}
                <Button describedBy={`swap-${swap.id}`} onPress={() => reply(swap, 'decline')}>
                  {text.decline}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
