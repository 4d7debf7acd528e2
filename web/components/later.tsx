import { type ComponentType, h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { common } from '../text/en/common.ts';
import { notFound } from '../text/en/not-found.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** A part that is loaded when it is shown, and what to show instead until then. `load` must stay the same. */
export function useLater<Part>(load: () => Promise<Part>): readonly [Part | undefined, VNode] {
  const [part, setPart] = useState<Part>();
  const [isFailed, setFailed] = useState(false);
  const start = (): void => {
    setFailed(false);
    load().then(
      (loaded) => setPart(() => loaded),
      () => setFailed(true),
    );
  };
  useEffect(start, [load]);
  if (!isFailed) return [part, <p class="empty">{common.loading}</p>];
  return [
    part,
    <div class="load-failed">
      <Notice kind="error">{notFound.partFailed}</Notice>
      <div class="actions">
        <Button onPress={start}>{common.retry}</Button>
        {/* After an update of the service, the file has another name. */}
        <Button kind="quiet" onPress={() => location.reload()}>
          {notFound.reload}
        </Button>
      </div>
    </div>,
  ];
}

/** A component of a file of its own: the first page must be small. The rest of the page works without it. */
export function Later<Props extends object>({
  load,
  ...props
}: Props & { readonly load: () => Promise<{ readonly default: ComponentType<Props> }> }) {
  const [part, instead] = useLater(load);
  return part === undefined ? instead : h(part.default, props as unknown as Props);
}
