import type { FrameType } from '../../api/records.ts';
import { onFrame } from '../../state/connection.ts';

const TYPES = [
  'alert',
  'alert.updated',
  'response',
  'device.status',
  'absence',
] as const satisfies readonly FrameType[];
/** Changes within this time cause one reload. */
const GATHER_MS = 500;

/** Calls back, debounced, after a frame about the resident and after a reconnect. */
export function onChangeOf(patientId: string, changed: () => unknown): () => void {
  let planned: ReturnType<typeof setTimeout> | undefined;
  const plan = () => {
    planned ??= setTimeout(() => {
      planned = undefined;
      changed();
    }, GATHER_MS);
  };
  let isFirst = true;
  const offs = [
    ...TYPES.map((type) =>
      onFrame(type, ({ id, data }) => {
        // A frame without an id is a repetition.
        if (id === undefined) return;
        if (('patientId' in data ? data.patientId : data.userId) === patientId) plan();
      }),
    ),
    onFrame('subscribed', ({ data }) => {
      // Every connection subscribes again. On the first one the page has just loaded everything.
      if (data.patientId === patientId && !isFirst) plan();
      isFirst = false;
    }),
  ];
  return () => {
    clearTimeout(planned);
    for (const off of offs) off();
  };
}
