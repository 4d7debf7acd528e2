import type { SignOnStatus } from '../../../api/records.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { type Fact, Facts } from '../../../components/facts.tsx';
import { Notice } from '../../../components/notice.tsx';
import { signOn as text } from '../../../text/en/admin/sign-on.ts';
import { common } from '../../../text/en/common.ts';
import { dateAndTime } from '../../../text/words.ts';
import { Url } from './url.tsx';

type Provider = NonNullable<SignOnStatus['provider']>;
type Settings = SignOnStatus['settings'];

const listed = (names: readonly string[]): string => (names.length === 0 ? common.none : names.join(', '));

/** What is wrong, in a sentence, with the words of the provider below. */
export const FaultNotice = ({
  fault,
  detail,
}: Pick<Provider, 'detail'> & { readonly fault: keyof typeof text.fault }) => (
  <Notice kind="error">
    {text.fault[fault]}
    {detail !== null && detail !== '' && <span class="wraps"> ({detail})</span>}
  </Notice>
);

export function ProviderCard({
  provider: { fault, detail, awaySince, abilities },
  onRefresh,
}: {
  readonly provider: Provider;
  readonly onRefresh: () => Promise<void>;
}) {
  const says = (value: boolean | null) =>
    value === null ? text.provider.unsaid : value ? text.yes : text.no;
  return (
    <Card title={text.provider.title}>
      {fault === null ? (
        <Notice kind="good">{text.provider.there}</Notice>
      ) : (
        <FaultNotice fault={fault} detail={detail} />
      )}
      {awaySince !== null && <p>{text.provider.away(dateAndTime(Date.parse(awaySince)))}</p>}
      {abilities !== null && (
        <div class="account">
          <Facts
            facts={Object.entries(text.provider.abilities).map(([name, label]) => ({
              name: label,
              value: says(abilities[name as keyof typeof abilities]),
            }))}
          />
        </div>
      )}
      <div class="actions">
        <Button onPress={onRefresh}>{common.refresh}</Button>
      </div>
    </Card>
  );
}

function AddressList({ addresses }: Pick<SignOnStatus, 'addresses'>) {
  return (
    <>
      <p>{text.addresses.about}</p>
      <Facts
        facts={(['redirect', 'logoutRedirect', 'backChannelLogout'] as const).map((name) => ({
          name: text.addresses[name],
          value: <Url>{addresses[name]}</Url>,
        }))}
      />
    </>
  );
}

/** While nothing is configured. */
export const Addresses = ({ addresses }: Pick<SignOnStatus, 'addresses'>) => (
  <Card title={text.unset.title}>
    <p>{text.unset.about}</p>
    <AddressList addresses={addresses} />
    <p>{text.unset.settings}</p>
    <ul>
      {text.unset.names.map((name) => (
        <li key={name}>
          <code class="wraps">{name}</code>
        </li>
      ))}
    </ul>
    <p>{text.unset.document}</p>
  </Card>
);

export function SettingsCard({ settings, addresses }: Pick<SignOnStatus, 'settings' | 'addresses'>) {
  const unknownWards = settings.wardGroups.filter(({ exists }) => !exists).map(({ ward }) => ward);
  const lost = settings.breakGlassAdmins.filter(({ canLogIn }) => !canLogIn).map(({ email }) => email);
  return (
    <Card title={text.settings.title}>
      {unknownWards.length > 0 && (
        <Notice kind="warning">{text.settings.unknownWards([...new Set(unknownWards)].join(', '))}</Notice>
      )}
      {lost.length > 0 && <Notice kind="warning">{text.settings.cannotLogIn(lost.join(', '))}</Notice>}
      <p>{text.settings.about}</p>
      <div class="account">
        <Facts facts={factsOf(settings)} />
      </div>
      <h3>{text.addresses.title}</h3>
      <AddressList addresses={addresses} />
    </Card>
  );
}

function factsOf(settings: Settings): readonly Fact[] {
  const { label } = text.settings;
  const yes = (value: boolean) => (value ? text.yes : text.no);
  const facts: Readonly<Record<keyof typeof label, string>> = {
    issuer: settings.issuer ?? '',
    clientId: settings.clientId ?? '',
    secret: settings.hasSecret ? text.settings.isSet : text.settings.isUnset,
    scopes: settings.scopes,
    prompt: settings.prompt ?? text.settings.noPrompt,
    groupsClaim: settings.groupsClaim,
    adminGroups: listed(settings.adminGroups),
    caregiverGroups: listed(settings.caregiverGroups),
    wardGroups: listed(settings.wardGroups.map(({ group, ward }) => `${group} → ${ward}`)),
    roles: text.settings.roles[settings.roles],
    secondFactor: yes(settings.secondFactor),
    refresh: text.settings.minutes(Math.max(1, Math.round(settings.refreshSeconds / 60))),
    offline: text.settings.hours(settings.offlineHours),
    passwordLogin: settings.passwordLogin ? text.settings.on : text.settings.off,
    breakGlass: listed(settings.breakGlassAdmins.map(({ email }) => email)),
  };
  return Object.entries(label).map(([name, shown]) => ({
    name: shown,
    value: <span class="wraps">{facts[name as keyof typeof label]}</span>,
  }));
}
