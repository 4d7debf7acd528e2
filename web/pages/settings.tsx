import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso';
import { Page } from '../components/page.tsx';
import { lacksSecondFactor, user } from '../state/session.ts';
import { settings } from '../text/en/settings.ts';
import { AccessTokens } from './settings/access-tokens.tsx';
import { Account } from './settings/account.tsx';
import { Appearance } from './settings/appearance.tsx';
import { Channels } from './settings/channels.tsx';
import { Identities } from './settings/identities.tsx';
import { Passkeys } from './settings/passkeys.tsx';
import { Password } from './settings/password.tsx';
import { Pin } from './settings/pin.tsx';
import { ProfileCard } from './settings/profile.tsx';
import { SecondFactor } from './settings/second-factor.tsx';
import { Sessions } from './settings/sessions.tsx';
import { SoundCard } from './settings/sound.tsx';

const text = settings.tabs;

type Tab = 'alerts' | 'me' | 'security';

const TABS: Readonly<Record<Tab, ComponentType>> = { alerts: Alerts, me: Me, security: Security };
const isTab = (name: string | undefined): name is Tab => name !== undefined && name in TABS;

export default function Settings() {
  return (
    <Page title={settings.title}>
      {lacksSecondFactor.value ? (
        <div class="settings">
          <Factors />
        </div>
      ) : (
        <Tabs />
      )}
    </Page>
  );
}

/** Most used first, and at the page's own address: notifications for the staff, the appearance for residents. */
function Tabs() {
  const { path } = useLocation();
  const tabs: readonly Tab[] =
    user.value?.role === 'PATIENT' ? ['me', 'alerts', 'security'] : ['alerts', 'me', 'security'];
  const name = path.split('/')[2];
  const shown = isTab(name) ? name : tabs[0];
  if (shown === undefined) return null;
  const Shown = TABS[shown];
  return (
    <>
      <nav class="tabs" aria-label={text.label}>
        {tabs.map((tab) => (
          <a key={tab} href={`/settings/${tab}`} aria-current={tab === shown ? 'page' : undefined}>
            {text[tab]}
          </a>
        ))}
      </nav>
      <div class="settings">
        <Shown />
      </div>
    </>
  );
}

function Alerts() {
  return (
    <>
      <Channels />
      <SoundCard />
    </>
  );
}

function Me() {
  return (
    <>
      <Appearance />
      <ProfileCard />
      <Account />
    </>
  );
}

function Security() {
  return (
    <>
      <Password />
      {user.value?.role !== 'PATIENT' && <Identities />}
      <Factors />
      {user.value?.role !== 'PATIENT' && <Pin />}
      <AccessTokens />
      <Sessions />
    </>
  );
}

function Factors() {
  return (
    <>
      <SecondFactor />
      <Passkeys />
    </>
  );
}
