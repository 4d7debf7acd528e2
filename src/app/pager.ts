import type { Organisation } from '../accounts/organisation.ts';
import { messageIdOf } from '../notify/espa/page.ts';
import { createPageAnswers } from '../notify/espa/page-answers.ts';
import { createPageStops, type PageStops } from '../notify/espa/page-stops.ts';
import { createPager, type Pager } from '../notify/espa/pager.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { watchPager } from '../response/pager-notices.ts';
import { recountNotified } from '../response/store/notified.ts';
import { toldFalls } from '../response/store/told-falls.ts';
import type { Alerts } from './alerts.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';

/** The operator's paging system; undefined without ESPA_URL. */
export function openPager(
  { config: { espaUrl }, now, log, closeLater }: Context,
  { storage: { connection }, cluster }: { readonly storage: Storage; readonly cluster: Cluster },
): Pager | undefined {
  if (espaUrl === undefined) return undefined;
  const pager = createPager({ espaUrl, connection, cluster, now, log });
  closeLater('pager', () => pager.close());
  return pager;
}

interface AnswerDeps {
  readonly storage: Storage;
  readonly organisation: Organisation;
  readonly alerts: Alerts;
}

/** What follows from the paging system's events and from claims; undefined without ESPA_URL. */
export function openPageAnswers(
  { now, log, closeLater }: Context,
  { storage: { db, audit, notices }, organisation, alerts: { responses, events, pager } }: AnswerDeps,
): PageStops | undefined {
  if (pager === undefined) return undefined;
  const stops = createPageStops({ db, toldFalls, pager, now, log });
  closeLater('stops of pages', () => stops.close());
  const claimFall = responses.claimByPage.bind(responses);
  const answers = createPageAnswers({ db, toldFalls, claimFall, onFailed: recountNotified, audit, now, log });
  closeLater('answers of pagers', () => answers.close());
  const watch = watchPager({ db, pager, organisation, events, now, log });
  closeLater('pager watch', () => watch.close());
  pager.onOpen(() => stops.check());
  pager.onEvent((event) => {
    const messageId = messageIdOf(event.ref);
    if (messageId !== undefined) {
      if (event.what === 'acknowledged') stops.ended(messageId);
      else if (stops.isOver(messageId)) return;
    }
    answers.heard(event);
  });
  notices.on('vigil_pager', (fallId) => stops.check(fallId || undefined));
  pager.start();
  return stops;
}
