import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { signOn as text } from '../../text/en/admin/sign-on.ts';
import { Attempts } from './sign-on/attempts.tsx';
import { DirectoryCard } from './sign-on/directory-card.tsx';
import { Addresses, ProviderCard, SettingsCard } from './sign-on/settings-cards.tsx';
import { TrialCard } from './sign-on/trial-card.tsx';

/** OpenID Connect and SCIM: how they are set up, what the provider says, what logins brought, and a test of both. */
export default function SignOn() {
  const { data, failure, reload } = useLoad('/admin/sign-on');
  return (
    <Page title={text.title}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : data.isConfigured ? (
        <>
          {data.provider !== null && <ProviderCard provider={data.provider} onRefresh={reload} />}
          <TrialCard trial={data.trial} settings={data.settings} onChanged={reload} />
          <Attempts attempts={data.attempts} />
          <SettingsCard settings={data.settings} addresses={data.addresses} />
        </>
      ) : (
        <Addresses addresses={data.addresses} />
      )}
      <DirectoryCard />
    </Page>
  );
}
