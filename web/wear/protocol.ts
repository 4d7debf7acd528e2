import type { components } from '../../client/api.ts';

/** The wearer's newest unresolved fall, as `welcome`, the frame `fall` and `GET /device/:id/fall` carry it. */
export type Fall = components['schemas']['WearerFall'];
