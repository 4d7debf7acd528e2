import { useState } from 'preact/hooks';
import type { Answered } from '../../api/rest.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { roster } from '../../text/en/roster.ts';

const text = roster.feed;

/** The secret address of the ward's calendar, shown on demand. */
export function Feed({ wardId }: { readonly wardId: string }) {
  const [shown, setShown] = useState<Answered<{ readonly url: string }>>();
  const path = { id: wardId };
  return (
    <Card title={text.title}>
      <p class="hint">{text.hint}</p>
      {shown?.ok === false && <Notice kind="error">{shown.error}</Notice>}
      {shown?.ok && (
        <p>
          <code>{shown.data.url}</code>
        </p>
      )}
      <div class="actions">
        <Button onPress={async () => setShown(await api.get('/wards/{id}/calendar/feed', { path }))}>
          {text.show}
        </Button>
        <Button
          kind="quiet"
          onPress={async () => setShown(await api.post('/wards/{id}/calendar/feed', { path }))}
        >
          {text.renew}
        </Button>
      </div>
    </Card>
  );
}
