import type { ModuleChannels } from '../notify/channels/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { PgListener } from '../platform/database/pg-listener.ts';
import type { Running } from '../platform/module.ts';
import type { Responses } from '../response/index.ts';
import { createPagerChannel } from './channel.ts';
import { type OutageNoticeDeps, watchPager } from './outage-notices.ts';
import { messageIdOf } from './page.ts';
import { createPageAnswers, type PageAnswerDeps } from './page-answers.ts';
import { createPageStops } from './page-stops.ts';
import { createPager, type PagerDeps } from './pager.ts';
import type { PagersConfig } from './settings.ts';

interface OpenDeps
  extends Omit<PagerDeps, 'espaUrl'>,
    Omit<PageAnswerDeps, 'claimFall' | 'onFailed'>,
    Omit<OutageNoticeDeps, 'pager'> {
  readonly config: PagersConfig;
  readonly responses: Pick<Responses, 'claimByPage'>;
  readonly recountNotified: (q: Queryable, fallId: string) => Promise<unknown>;
  readonly notices: Pick<PgListener, 'on'>;
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
}

/** docs/pagers.md. Undefined without ESPA_URL. */
export function openPagers(deps: OpenDeps): Running<ModuleChannels> | undefined {
  const { config, responses, recountNotified, notices, closeLater } = deps;
  const { espaUrl } = config;
  if (espaUrl === undefined) return undefined;
  const pager = createPager({ ...deps, espaUrl });
  closeLater('pager', () => pager.close());
  const stops = createPageStops({ ...deps, pager });
  closeLater('stops of pages', () => stops.close());
  const claimFall = responses.claimByPage.bind(responses);
  const answers = createPageAnswers({ ...deps, claimFall, onFailed: recountNotified });
  closeLater('answers of pagers', () => answers.close());
  const watch = watchPager({ ...deps, pager });
  closeLater('pager watch', () => watch.close());
  pager.onOpen(() => stops.check());
  pager.onEvent((event) => {
    const messageId = messageIdOf(event.ref);
    if (messageId !== undefined) {
      if (event.what === 'acknowledged') stops.ended(messageId);
      else if (stops.hasEnded(messageId)) return;
    }
    answers.receive(event);
  });
  notices.on('vigil_pager', (fallId) => stops.check(fallId || undefined));
  pager.start();
  return {
    channels: { senders: { pager: createPagerChannel(pager, stops) } },
    gateways: { pager: () => pager.isConnected() },
  };
}
