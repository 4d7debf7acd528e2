import { Page } from '../components/page.tsx';
import { lacksSecondFactor, user } from '../state/session.ts';
import { settings } from '../text/en/settings.ts';
import { AccessTokens, ServiceAccountsCard } from './settings/access-tokens.tsx';
import { Account } from './settings/account.tsx';
import { Appearance } from './settings/appearance.tsx';
import { Channels } from './settings/channels.tsx';
import { OrganisationCard } from './settings/organisation.tsx';
import { Passkeys } from './settings/passkeys.tsx';
import { Password } from './settings/password.tsx';
import { Pin } from './settings/pin.tsx';
import { ProfileCard } from './settings/profile.tsx';
import { SecondFactor } from './settings/second-factor.tsx';
import { Sessions } from './settings/sessions.tsx';
import { SoundCard } from './settings/sound.tsx';

export default function Settings() {
  return (
    <Page title={settings.title}>
      <div class="settings">{lacksSecondFactor.value ? <Factors /> : <All />}</div>
    </Page>
  );
}

/** Most used first: notifications for caregivers, appearance for residents. */
function All() {
  const isPatient = user.value?.role === 'PATIENT';
  return (
    <>
      {!isPatient && <Reached />}
      <Appearance />
      <ProfileCard />
      <Password />
      <Factors />
      {!isPatient && <Pin />}
      {isPatient && <Reached />}
      {user.value?.role === 'ADMIN' && <OrganisationCard />}
      <AccessTokens />
      {user.value?.role === 'ADMIN' && <ServiceAccountsCard />}
      <Sessions />
      <Account />
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

function Reached() {
  return (
    <>
      <Channels />
      <SoundCard />
    </>
  );
}
