import { useRoute } from 'preact-iso';
import { Card } from '../components/card.tsx';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { useWards } from '../components/wards.ts';
import { handover as text } from '../text/en/handover.ts';
import { night } from '../text/en/night.ts';
import { dayAndTime } from '../text/words.ts';
import { Night } from './handover/night.tsx';

/** The night of a ward and its handovers, for its members and admins. */
export default function Handover() {
  const path = { id: useRoute().params.id ?? '' };
  const { data, failure, reload } = useLoad('/wards/{id}/handovers', { path });
  const name = useWards().data?.find(({ id }) => id === path.id)?.name;
  return (
    <Page title={name === undefined ? night.page : text.title(name)}>
      {/* An unknown ward, or one of others, has no night either. */}
      {failure === undefined && <Night wardId={path.id} />}
      <Card title={night.handovers}>
        {data === undefined && <Loading failure={failure} retry={reload} />}
        {data?.length === 0 && <p class="empty">{night.noHandovers}</p>}
        <ol class="handovers">
          {data?.map(({ note, by, at, confirmedBy, summary }) => (
            <li key={at}>
              <h3>{at === null ? null : <time dateTime={at}>{dayAndTime(at)}</time>}</h3>
              {note !== '' && <p class="handover-note">{note}</p>}
              <p>{text.summary(summary)}</p>
              <p class="hint">{night.signed(by?.name, confirmedBy?.name)}</p>
            </li>
          ))}
        </ol>
      </Card>
    </Page>
  );
}
