import { useState } from 'preact/hooks';
import type { SignOnStatus } from '../../../api/records.ts';
import { api } from '../../../api/rest.ts';
import { Ago } from '../../../components/ago.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Notice } from '../../../components/notice.tsx';
import { query } from '../../../components/query.ts';
import { signOn } from '../../../text/en/admin/sign-on.ts';
import { common } from '../../../text/en/common.ts';
import { FaultNotice } from './settings-cards.tsx';

const { trial: text, outcome: outcomes, yes, no } = signOn;

type Trial = NonNullable<SignOnStatus['trial']>;
type Result = NonNullable<Trial['result']>;
type Settings = SignOnStatus['settings'];

export function TrialCard({
  trial,
  settings,
  onChanged,
}: {
  readonly trial: Trial | null;
  readonly settings: Settings;
  readonly onChanged: () => Promise<void>;
}) {
  const [error, setError] = useState<string>();
  const begin = async (again: boolean) => {
    const reply = await api.post('/admin/sign-on/trial', { body: { again } });
    setError(reply.ok ? undefined : reply.error);
    if (!reply.ok) return;
    if (reply.data.location === null) await onChanged();
    else location.assign(reply.data.location);
  };
  return (
    <Card title={text.title}>
      <p>{text.about}</p>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      <div class="actions">
        <Button kind="urgent" onPress={() => begin(false)}>
          {text.start}
        </Button>
        <Button onPress={() => begin(true)}>{text.startAgain}</Button>
      </div>
      {trial !== null && (
        <section class="trial" aria-label={text.result}>
          <h3>
            {text.result}, <Ago at={trial.at} calm />
          </h3>
          {trial.fault !== null && <FaultNotice fault={trial.fault} detail={trial.detail} />}
          {trial.result !== null && <Outcome result={trial.result} settings={settings} />}
          {trial.fault === null && trial.result === null && <Notice kind="warning">{text.notBack}</Notice>}
        </section>
      )}
    </Card>
  );
}

const REFUSED: ReadonlySet<Result['outcome']> = new Set([
  'OIDC_NO_GROUP',
  'OIDC_TOO_MANY_GROUPS',
  'OIDC_NOT_STAFF',
  'ACCOUNT_DEACTIVATED',
]);

function Outcome({ result, settings }: { readonly result: Result; readonly settings: Settings }) {
  const { outcome, accountId, groups, claims } = result;
  const roleOf = (role: Result['role']) => (role === null ? common.none : common.role[role]);
  const missing = settings.wardGroups.filter(({ exists }) => !exists).map(({ ward }) => ward);
  return (
    <>
      <Notice kind={REFUSED.has(outcome) ? 'error' : 'good'}>{text.would(outcomes[outcome])}</Notice>
      {!result.hasGroupsClaim && <Notice kind="warning">{text.noGroupsClaim(settings.groupsClaim)}</Notice>}
      {result.isManagedByDirectory && <Notice>{text.managed}</Notice>}
      <div class="account">
        <Facts
          facts={[
            { name: text.person, value: <span class="wraps">{result.subject}</span> },
            {
              name: text.email,
              value:
                result.email === null
                  ? common.none
                  : `${result.email} (${result.isEmailVerified ? text.verified : text.notVerified})`,
            },
            {
              name: text.account,
              value:
                accountId === null ? (
                  common.none
                ) : (
                  <a href={`/admin/users${query({ user: accountId })}`}>{text.show}</a>
                ),
            },
            { name: text.role, value: roleOf(result.role) },
            {
              name: text.wards,
              value:
                result.wards
                  .map((ward) => (missing.includes(ward) ? text.unknownWard(ward) : ward))
                  .join(', ') || common.none,
            },
            {
              name: text.secondFactor,
              value: result.hasSecondFactor ? (settings.secondFactor ? text.counts : text.countsNot) : no,
            },
            {
              name: text.methods,
              value: [...result.amr, result.acr].filter(Boolean).join(', ') || common.none,
            },
            { name: text.refreshToken, value: result.hasRefreshToken ? yes : text.noRefreshToken },
          ]}
        />
      </div>
      <h4>{text.groups}</h4>
      {groups.length === 0 ? (
        <p class="empty">{text.noGroups}</p>
      ) : (
        <ul>
          {groups.map(({ name, role, wards }) => (
            <li key={name} class="wraps">
              {name}: {[role && common.role[role], ...wards].filter(Boolean).join(', ') || text.nothing}
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{text.claims}</summary>
        <Facts
          facts={claims.map(({ name, value }) => ({ name, value: <span class="wraps">{value}</span> }))}
        />
      </details>
    </>
  );
}
