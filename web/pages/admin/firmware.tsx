import { useState } from 'preact/hooks';
import type { FirmwareImage, FirmwareVersion } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmButton } from '../../components/confirm-dialog.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useWards } from '../../components/wards.ts';
import { firmware as text } from '../../text/en/admin/firmware.ts';
import { Failures } from './firmware/failures.tsx';
import { RollOut } from './firmware/roll-out.tsx';
import { Upload } from './firmware/upload.tsx';

const VERSIONS: readonly Column<FirmwareVersion>[] = [
  {
    title: text.versions.version,
    cell: ({ version, isOld }) => (
      <span>
        {version ?? text.versions.unknown}
        {isOld && <span class="wearable-warning">{text.versions.old}</span>}
      </span>
    ),
  },
  { title: text.versions.model, cell: ({ model }) => model ?? text.versions.unknown },
  { title: text.versions.wearables, cell: ({ devices }) => devices, numeric: true },
];

/** Which firmware the wearables have, and signed images for them (docs/updates.md). */
export default function Firmware() {
  const versions = useLoad('/firmware/versions');
  const images = useLoad('/firmware');
  const { data: wards = [] } = useWards();
  const [asked, setAsked] = useState<{ readonly to: 'roll out' | 'show'; readonly image: FirmwareImage }>();
  const close = () => setAsked(undefined);
  const reload = async (): Promise<void> => {
    await Promise.all([images.reload(), versions.reload()]);
  };
  return (
    <Page title={text.title}>
      <Card title={text.versions.title}>
        {versions.data === undefined ? (
          <Loading failure={versions.failure} retry={versions.reload} />
        ) : (
          <Table
            caption={text.versions.title}
            columns={VERSIONS}
            rows={versions.data}
            keyOf={({ version, model }) => `${version} ${model}`}
            empty={text.versions.empty}
          />
        )}
      </Card>
      <Card title={text.images.title}>
        {images.data === undefined ? (
          <Loading failure={images.failure} retry={images.reload} />
        ) : images.data.length === 0 ? (
          <p class="empty">{text.images.empty}</p>
        ) : (
          images.data.map((image) => (
            <Image
              key={image.id}
              image={image}
              wards={new Map(wards.map(({ id, name }) => [id, name]))}
              onRollOut={() => setAsked({ to: 'roll out', image })}
              onShow={() => setAsked({ to: 'show', image })}
              onDeleted={reload}
            />
          ))
        )}
      </Card>
      {images.data !== undefined && <Upload onDone={reload} />}
      {asked?.to === 'roll out' && (
        <RollOut image={asked.image} wards={wards} onDone={reload} onClose={close} />
      )}
      {asked?.to === 'show' && <Failures image={asked.image} onClose={close} />}
    </Page>
  );
}

interface ImageProps {
  readonly image: FirmwareImage;
  /** Names by ID. */
  readonly wards: ReadonlyMap<string, string>;
  readonly onRollOut: () => void;
  readonly onShow: () => void;
  readonly onDeleted: () => Promise<void>;
}

function Image({ image, wards, onRollOut, onShow, onDeleted }: ImageProps) {
  const { id, version, model, createdAt, stoppedAt, rollout, states } = image;
  const all = Object.values(states).reduce((sum, count) => sum + count, 0);
  const whom = (wardId: string | null): string =>
    wardId === null ? text.images.all : (wards.get(wardId) ?? text.images.goneWard);
  const headingId = `firmware-${id}`;
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId}>{version}</h3>
      <p class="hint">
        {text.images.model(model)} · {text.images.uploaded} <Ago at={createdAt} calm />
      </p>
      {stoppedAt !== null && <Notice kind="error">{text.images.stopped}</Notice>}
      <p>
        {rollout.length === 0
          ? text.images.nobody
          : `${text.images.offeredTo}: ${rollout
              .map((part) => text.images.part(Math.round(part.share * 1000) / 10, whom(part.wardId)))
              .join(' · ')}`}
      </p>
      {all > 0 && (
        <>
          <progress max={all} value={states.installed} aria-label={text.images.progress(version)} />
          <p>{text.images.installed(states.installed, all)}</p>
          <p class="hint">
            {Object.entries(text.images.states)
              .map(([state, name]) => `${name}: ${states[state as keyof typeof states]}`)
              .join(' · ')}
          </p>
        </>
      )}
      <div class="actions">
        <Button describedBy={headingId} onPress={onRollOut}>
          {text.rollOut.button}
        </Button>
        {states.failed + states.rolled_back > 0 && (
          <Button describedBy={headingId} onPress={onShow}>
            {text.failures.button}
          </Button>
        )}
        <ConfirmButton
          button={text.remove.button}
          describedBy={headingId}
          title={text.remove.title(version)}
          confirm={text.remove.confirm}
          isFinal
          act={() => api.delete('/firmware/{id}', { path: { id } })}
          onDone={onDeleted}
        >
          <p>{text.remove.hint}</p>
        </ConfirmButton>
      </div>
    </section>
  );
}
