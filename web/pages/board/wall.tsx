import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { AlertBand, ClaimedLine, cardClass } from '../../components/alert-card.tsx';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { now } from '../../state/clock.ts';
import { connection, isStale } from '../../state/connection.ts';
import { falls, shownFalls, unanswered } from '../../state/falls.ts';
import { isLoaded } from '../../state/feed.ts';
import { onDuty, shift } from '../../state/shift.ts';
import { keepAwake, letSleep } from '../../state/wake-lock.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';
import { timeOfDay } from '../../text/words.ts';
import { reasonText } from './fall-card.tsx';
import { ResponseState } from './response-state.tsx';

const { wall: words } = board;

/** The board on a screen on the wall, read from five metres: no navigation, and nothing to press but the way back. */
export function Wall() {
  const { route } = useLocation();
  useEffect(() => {
    void keepAwake();
    return () => {
      if (shift.peek() === undefined) letSleep();
    };
  }, []);
  const close = async () => {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    route('/');
  };
  const open = unanswered.value.length;
  const { state } = connection.value;
  return (
    <Page title={board.title} isHome>
      <div class="wall">
        <header class="wall-head">
          <p class="wall-clock">{timeOfDay(now.value)}</p>
          <p class={open > 0 ? 'wall-count some' : 'wall-count'}>
            {open > 0 ? common.unanswered(open) : words.quiet}
          </p>
          <p class={`status ${state}`}>
            <span class="dot" aria-hidden="true" />
            {common.connection[state]}
          </p>
        </header>
        <section class="alerts" aria-label={board.alerts}>
          {shownFalls.value.length === 0 && (
            <p class="empty no-alerts">
              {!isLoaded.value ? common.loading : isStale.value ? board.noAlertsStale : board.noAlerts}
            </p>
          )}
          <ul class="cards">
            {shownFalls.value.map((id) => (
              <WallAlert key={id} id={id} />
            ))}
          </ul>
        </section>
        <footer class="wall-foot">
          <p class="wall-duty">
            {onDuty.value.length === 0
              ? words.nobodyOnDuty
              : words.onDuty(onDuty.value.map(({ name }) => name).join(', '))}
          </p>
          <div class="actions">
            {document.fullscreenEnabled && (
              <Button
                kind="quiet"
                onPress={() => document.documentElement.requestFullscreen().catch(() => {})}
              >
                {words.fullScreen}
              </Button>
            )}
            <Button kind="quiet" onPress={close}>
              {common.close}
            </Button>
          </div>
        </footer>
      </div>
    </Page>
  );
}

function WallAlert({ id }: { readonly id: string }) {
  const fall = falls.get(id)?.value;
  if (fall === undefined) return null;
  const { state } = fall.response;
  return (
    <li class={cardClass(fall.level, state)}>
      {state === 'CLAIMED' ? (
        <ClaimedLine alert={fall} name={fall.patientName} state={<ResponseState id={id} isForAll />} />
      ) : (
        <AlertBand alert={fall} name={fall.patientName}>
          <p class="why">{reasonText(fall)}</p>
          <p class="state-line">
            <ResponseState id={id} isForAll />
          </p>
        </AlertBand>
      )}
    </li>
  );
}
