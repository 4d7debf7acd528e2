import { useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Answered } from '../api/rest.ts';
import { now } from '../state/clock.ts';
import { connection } from '../state/connection.ts';
import { claim, decline, falls, offeredToMe } from '../state/falls.ts';
import { handOffText } from '../state/hand-offs.ts';
import { limitedUntil } from '../state/limited.ts';
import { endingAt, needsProvider } from '../state/renewal.ts';
import { logOut } from '../state/session.ts';
import { extendShift, shift } from '../state/shift.ts';
import { goToProvider, providerName } from '../state/sign-on.ts';
import { sound, turnOnSound } from '../state/sound.ts';
import { board } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { timeOfDay, timeWithSeconds } from '../text/words.ts';
import { Button } from './button.tsx';
import { LanguageOffer } from './language-offer.tsx';
import { ClockBanner } from './signs.tsx';

/** Warnings on every page: connection lost, sound blocked, session or shift about to end, a hand-off that waits. */
export function Banners() {
  return (
    <>
      <StaleBanner />
      <ClockBanner />
      <LimitedBanner />
      <SoundBanner />
      <SessionBanner />
      <ShiftBanner />
      <HandOffBanners />
      <LanguageOffer />
    </>
  );
}

/** Also on the board, where its card may be below the screen. The page of the fall has the buttons itself, and a wall none. */
function HandOffBanners() {
  const { path, query } = useLocation();
  if (query.display === 'wall') return null;
  return (
    <>
      {offeredToMe.value
        .filter((id) => path !== `/falls/${id}`)
        .map((id) => (
          <HandOffBanner key={id} id={id} />
        ))}
    </>
  );
}

/** Not an alert region: state/hand-offs.ts announces it on every page. */
function HandOffBanner({ id }: { readonly id: string }) {
  const words = common.handOff;
  const [failure, setFailure] = useState<string>();
  const fall = falls.get(id)?.value;
  if (fall === undefined) return null;
  const act = (work: () => Promise<Answered<unknown>>) => async () => {
    const reply = await work();
    setFailure(reply.ok ? undefined : reply.error);
  };
  return (
    <div class="banner">
      <p>{failure ?? handOffText(fall)}</p>
      <Button kind="urgent" onPress={act(() => claim(id))}>
        {words.takeOver}
      </Button>
      <Button onPress={act(() => decline(id))}>{words.decline}</Button>
      <a class="button" href={`/falls/${id}`}>
        {words.details}
      </a>
    </div>
  );
}

function StaleBanner() {
  const now = connection.value;
  if (now.state !== 'offline' && now.state !== 'reconnecting') return null;
  return <p class="banner">{common.connection.stale(timeOfDay(now.since))}</p>;
}

/** A refusal is no lost connection: the socket stays open. */
function LimitedBanner() {
  if (limitedUntil.value <= now.value) return null;
  return (
    <p class="banner" role="status">
      {common.limited(timeWithSeconds(limitedUntil.value))}
    </p>
  );
}

function SoundBanner() {
  if (sound.value !== 'locked') return null;
  return (
    <div class="banner" role="alert">
      <p>{board.shift.sound.locked}</p>
      <Button kind="urgent" onPress={turnOnSound}>
        {board.shift.turnOnSound}
      </Button>
    </div>
  );
}

/** The session can't be renewed: it has reached its maximum age, or the provider must open the next one. */
function SessionBanner() {
  const words = common.sessionEnding;
  if (endingAt.value === null) return null;
  const at = timeOfDay(endingAt.value);
  const isAtProvider = needsProvider.value;
  return (
    <div class="banner" role="alert">
      <p>{isAtProvider ? words.atProvider(at, providerName()) : words.text(at)}</p>
      <Button onPress={isAtProvider ? () => goToProvider('login') : logOut}>{words.logIn}</Button>
    </div>
  );
}

const OFFERED_BEFORE_MS = 15 * 60_000;
const EXTENSION_HOURS = 1;

/** Early enough for a busy caregiver to react. */
function ShiftBanner() {
  const words = common.shiftEnding;
  const [failure, setFailure] = useState<string>();
  const isEnding = useComputed(
    () => shift.value !== undefined && Date.parse(shift.value.until) - now.value <= OFFERED_BEFORE_MS,
  );
  if (!isEnding.value || shift.value === undefined) return null;
  const extend = async () => {
    const reply = await extendShift(EXTENSION_HOURS);
    setFailure(reply.ok ? undefined : reply.error);
  };
  return (
    <div class="banner" role="status">
      <p>{failure ?? words.text(timeOfDay(shift.value.until))}</p>
      <Button onPress={extend}>{words.extend(EXTENSION_HOURS)}</Button>
    </div>
  );
}
