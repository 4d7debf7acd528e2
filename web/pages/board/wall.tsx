import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Ago } from '../../components/ago.tsx';
import { AlertBand, ClaimedLine, cardClass, withMovedOnHeading } from '../../components/alert-card.tsx';
import { AlertTile, type Density, densityOf, MOST_LARGE, MOST_TILES } from '../../components/alert-tile.tsx';
import { Button } from '../../components/button.tsx';
import { useFit } from '../../components/fitted-list.ts';
import { Later } from '../../components/later.tsx';
import { NotifiedPeople } from '../../components/notified-people.tsx';
import { Page } from '../../components/page.tsx';
import { SignAge } from '../../components/signs.tsx';
import { stageOf } from '../../state/alert-order.ts';
import { now } from '../../state/clock.ts';
import { connection, isStale, silenceMs } from '../../state/connection.ts';
import { falls, movedOn, shownFalls, unanswered, waiting } from '../../state/falls.ts';
import { isLoaded } from '../../state/feed.ts';
import { people } from '../../state/people.ts';
import { onDuty, shift } from '../../state/shift.ts';
import { keepAwake, letSleep } from '../../state/wake-lock.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';
import { timeOfDay } from '../../text/words.ts';
import { reasonText } from './fall-card.tsx';
import { ResponseState } from './response-state.tsx';

const { wall: words } = board;

/** The board on a screen on the wall, read from five metres: no navigation, and nothing to press but the way back. */
export default function Wall() {
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
  const { state } = connection.value;
  return (
    <Page title={board.title} isHome>
      <div class="wall">
        <header class="wall-head">
          <p class="wall-clock">{timeOfDay(now.value)}</p>
          <p class={waiting.value.alerts > 0 ? 'wall-count some' : 'wall-count'}>
            {common.unanswered(waiting.value) || words.quiet}
          </p>
          <p class={`status ${state}`}>
            <span class="dot" aria-hidden="true" />
            {common.connection[state]} <SignAge silenceMs={silenceMs.value} />
          </p>
        </header>
        <div class="wall-main">
          <WallAlerts />
          {shownFalls.value.length <= MOST_LARGE && people.keys.value.length > 0 && (
            <section class="wall-rooms" aria-label={board.people}>
              <Later load={loadRooms} />
            </section>
          )}
        </div>
        <footer class="wall-foot">
          <p class="wall-duty">
            {onDuty.value.length === 0 ? words.nobodyOnDuty : words.onDuty(namesOf(onDuty.value))}
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

const loadRooms = () => import('./wall-rooms.tsx');

/** A foot line, also of a large home. */
const MOST_ON_DUTY = 5;
function namesOf(people: readonly { readonly name: string }[]): string {
  const names = people.slice(0, MOST_ON_DUTY).map(({ name }) => name);
  const others = people.length - names.length;
  return [...names, ...(others > 0 ? [`+${others}`] : [])].join(', ');
}

/** Nobody scrolls a wall: the alerts that wait for a caregiver are the larger, the fewer they are, and the others lines or tiles. */
function WallAlerts() {
  const list = useRef<HTMLUListElement>(null);
  useFit(list);
  const ids = shownFalls.value;
  const open = unanswered.value.length;
  const [dense, calm] = [densityOf(open), densityOf(ids.length)];
  const shown = ids.slice(0, MOST_TILES);
  return (
    <section class="alerts" aria-label={board.alerts}>
      {ids.length === 0 && (
        <p class="empty no-alerts">
          {!isLoaded.value ? common.loading : isStale.value ? board.noAlertsStale : board.noAlerts}
        </p>
      )}
      <ul class="cards" ref={list}>
        {withMovedOnHeading(
          shown.map((id, place) => (
            <WallAlert key={id} id={id} density={place < open ? dense : calm === 'large' ? 'row' : calm} />
          )),
          (index) => movedOn.value.includes(shown[index] ?? ''),
        )}
        {ids.length > shown.length && (
          <li class="alert-card tile">
            <span class="more">+{ids.length - shown.length}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

function WallAlert({ id, density }: { readonly id: string; readonly density: Density }) {
  const fall = falls.get(id)?.value;
  if (fall === undefined) return null;
  return (
    <li class={`${cardClass(fall)} ${density}`}>
      {density === 'tile' ? (
        <AlertTile alert={fall} stage={stageOf(fall, () => now.value)} />
      ) : density === 'row' ? (
        <ClaimedLine
          alert={fall}
          name={fall.patientName}
          state={
            <>
              {fall.response.state !== 'CLAIMED' && <Ago at={fall.at} />} <ResponseState id={id} isForAll />
            </>
          }
        />
      ) : (
        <AlertBand alert={fall} name={fall.patientName}>
          <p class="why">{reasonText(fall)}</p>
          <p class="state-line">
            <ResponseState id={id} isForAll />
          </p>
          <NotifiedPeople of={fall} />
        </AlertBand>
      )}
    </li>
  );
}
