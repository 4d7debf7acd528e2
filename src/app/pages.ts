import { claimPages } from '../transports/http/pages/claim.ts';
import type { Page } from '../transports/http/pages/page.ts';
import type { Alerts } from './alerts.ts';
import type { Context } from './context.ts';
import type { Storage } from './storage.ts';

export interface PageParts {
  readonly storage: Storage;
  readonly alerts: Alerts;
}

/** The table of what is served outside `/api`. */
export const createPageTable = (
  { publicUrl, now }: Context,
  { storage: { db }, alerts: { responses } }: PageParts,
): readonly Page[] => claimPages({ db, responses, publicUrl, now });
