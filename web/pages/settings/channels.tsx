import { useState } from 'preact/hooks';
import type { CreatedChannel } from '../../api/records.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { SecretDialog } from '../../components/secret-dialog.tsx';
import { settings } from '../../text/en/settings.ts';
import { AddChannel } from './add-channel.tsx';
import { ChannelItem } from './channel-item.tsx';

const text = settings.channels;

export function Channels() {
  const { data, failure, reload } = useLoad('/profile/channels');
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const added = (channel: CreatedChannel | undefined) => {
    setAdding(false);
    setSecret(channel?.secret ?? undefined);
    void reload();
  };
  return (
    <Card title={text.title}>
      <p>{text.about}</p>
      {!window.isSecureContext && <Notice kind="warning">{text.insecure}</Notice>}
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          {data.length === 0 && <p class="empty">{text.none}</p>}
          <ul class="channels">
            {data.map((channel) => (
              <ChannelItem key={channel.id} channel={channel} reload={reload} />
            ))}
          </ul>
          <Button onPress={() => setAdding(true)}>{text.addTitle}</Button>
        </>
      )}
      {adding && <AddChannel onAdded={added} onClose={() => setAdding(false)} />}
      {secret !== undefined && (
        <SecretDialog
          title={text.secret}
          secret={secret}
          hint={text.secretHint}
          done={text.secretDone}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Card>
  );
}
