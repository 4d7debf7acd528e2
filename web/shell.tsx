import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { AlertBar } from './components/alert-bar.tsx';
import { Banners } from './components/banners.tsx';
import { Brand } from './components/brand.tsx';
import { Navigation } from './components/navigation.tsx';
import { OwnClaims } from './components/own-claims.tsx';
import { ShiftLine } from './components/shift-line.tsx';
import { SignAge } from './components/signs.tsx';
import { Toasts } from './components/toasts.tsx';
import { announcement } from './state/announcements.ts';
import { connection, isStale, silenceMs } from './state/connection.ts';
import { organisation, user } from './state/session.ts';
import { common } from './text/en/common.ts';
import { clocksDiffer, deviceZone, reader } from './text/words.ts';

/**
 * Header, navigation, connection status and banners around every page. The content comes first in the document, so that a
 * caregiver reaches the first alert with a few presses of Tab; the style sheet shows the header above it.
 */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { path, query } = useLocation();
  const isBoard = path === '/' && user.value?.role !== 'PATIENT';
  const isWall = isBoard && query.display === 'wall';
  return (
    <div class={isStale.value ? 'shell stale' : 'shell'}>
      {!isWall && (
        <a class="skip" href="#pages">
          {common.skip}
        </a>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!isWall && (
        <header class="top">
          <a class="home" href="/">
            <Brand name={organisation.value?.name} />
          </a>
          <Navigation />
          {isBoard && <ShiftLine />}
          <Status hasAge={isBoard} />
        </header>
      )}
      <aside class="sticky" aria-label={common.notices}>
        {!isWall && (
          <>
            {!isBoard && <AlertBar />}
            <OwnClaims />
          </>
        )}
        <Banners />
      </aside>
      {!isWall && <ZoneNote />}
      <Toasts />
      <p class="unseen" role="alert">
        {announcement.value}
      </p>
    </div>
  );
}

/** docs/home.md, "The organisation": times are not those of this device. */
function ZoneNote() {
  const { timeZone } = reader.value;
  const device = deviceZone();
  if (!clocksDiffer(timeZone, device, Date.now())) return null;
  return (
    <aside class="hint zone-note" aria-label={common.timeZone}>
      {common.zoneDiffers(timeZone, device)}
    </aside>
  );
}

function Status({ hasAge }: { readonly hasAge: boolean }) {
  const { state } = connection.value;
  return (
    <div class={`status ${state}`}>
      <span class="dot" aria-hidden="true" />
      <p class="words" role="status">
        {common.connection[state]}
      </p>
      {hasAge && <SignAge silenceMs={silenceMs.value} />}
    </div>
  );
}
