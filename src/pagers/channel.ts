import type { Channel, NumberTarget } from '../notify/channels/index.ts';
import { priorityOf, refOf } from './page.ts';
import type { PageStops } from './page-stops.ts';
import type { Pager } from './pager.ts';

export const createPagerChannel = (
  pager: Pick<Pager, 'isHere' | 'send'>,
  stops: Pick<PageStops, 'check'>,
): Channel<NumberTarget> => ({
  isHere: () => pager.isHere(),
  send: ({ number }, { id, brief, level }, signal) =>
    pager.send({ ref: refOf(id), number, text: brief, priority: priorityOf(level) }, signal),
  // A caregiver may have claimed the fall while the message was on its way.
  onDelivered: (fallId) => stops.check(fallId),
});
