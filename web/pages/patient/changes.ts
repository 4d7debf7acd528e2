import type { FrameType } from '../../api/records.ts';
import { onFrame } from '../../state/connection.ts';

const TYPES = ['alert', 'alert.updated', 'response', 'device.status'] as const satisfies readonly FrameType[];
/** What happens together is asked for together. */
const GATHER_MS = 500;

/** Calls back, not too often, when a frame tells something new about a patient, and after a connection that was lost. */
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
        // Without a number it is told again, and nothing is new.
        if (id === undefined) return;
        if (('patientId' in data ? data.patientId : data.userId) === patientId) plan();
      }),
    ),
    onFrame('subscribed', ({ data }) => {
      // Each connection subscribes anew; the first time everything has just been loaded.
      if (data.patientId === patientId && !isFirst) plan();
      isFirst = false;
    }),
  ];
  return () => {
    clearTimeout(planned);
    for (const off of offs) off();
  };
}
