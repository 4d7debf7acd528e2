import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ChoosePerson } from '../../components/choose-person.tsx';
import { Icon } from '../../components/icon.tsx';
import { useLoad } from '../../components/load.ts';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { useWards } from '../../components/wards.ts';
import { AddWearable } from '../../components/wearable-token.tsx';
import { isLoaded, refreshBoard } from '../../state/feed.ts';
import { people, totalPeople } from '../../state/people.ts';
import { organisation } from '../../state/session.ts';
import { setup as text } from '../../text/en/admin/setup.ts';
import { board } from '../../text/en/board.ts';
import { wards as wardText } from '../../text/en/wards.ts';
import { dateAndTime } from '../../text/words.ts';
import { NameDialog } from '../wards/name-dialog.tsx';
import { OverdueTests } from './setup/overdue-tests.tsx';
import { PathStrip } from './setup/path-strip.tsx';
import { RingWard } from './setup/ring-ward.tsx';
import { type HomeFacts, isDone, STEPS, type Step } from './setup/steps.ts';
import { TestAlert } from './setup/test-alert.tsx';
import { TryPhone } from './setup/try-phone.tsx';
import { AddCaregiver } from './users/add-caregiver.tsx';
import { AddResident } from './users/add-resident.tsx';

/** Guides an admin from an empty home to the first alert. Each step's state is what the service says. */
export default function Setup() {
  const [asking, setAsking] = useState<
    'ward' | 'caregiver' | 'resident' | 'wearer' | 'phone' | 'ring' | 'test'
  >();
  const [wearerId, setWearerId] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const wards = useWards();
  const installation = useLoad('/admin/setup');
  const channels = useLoad('/profile/channels');
  const tests = useLoad('/admin/test-alerts', { query: { limit: 1 } });
  const [newest] = tests.data ?? [];
  const ready = isLoaded.value;
  const unreachable = installation.data?.unreachable;
  const wearers = people.keys.value.filter((id) => {
    const status = people.get(id)?.value.deviceStatus;
    return status !== undefined && status !== null && status !== 'UNREGISTERED';
  }).length;
  const working = channels.data?.filter(({ verifiedAt, disabledAt }) => verifiedAt && !disabledAt).length;
  const facts: HomeFacts = {
    name: organisation.value?.name,
    wards: wards.data,
    caregivers: installation.data?.caregivers,
    residents: ready ? totalPeople.value : undefined,
    wearers: ready ? wearers : undefined,
    unreachable,
    channels: working,
    tested: installation.data,
    tests: tests.data?.map(({ response }) => ({ isResolved: response?.state === 'RESOLVED' })),
  };
  const { steps } = text;
  const lacking = wards.data?.filter((ward) => ward.caregivers === 0).map(({ name }) => name) ?? [];
  const staffed = wards.data?.filter((ward) => ward.caregivers > 0) ?? [];
  const states: Readonly<Record<Step, ComponentChildren>> = {
    organisation:
      organisation.value && steps.organisation.state(organisation.value.name, organisation.value.timeZone),
    wards: wards.data && steps.wards.state(wards.data.length),
    caregivers: (
      <>
        {installation.data && steps.caregivers.state(installation.data.caregivers)}
        {lacking.length > 0 && <span class="block">{steps.caregivers.withoutWard(lacking.join(', '))}</span>}
      </>
    ),
    residents: ready && steps.residents.state(totalPeople.value),
    wearables: ready && steps.wearables.state(wearers, totalPeople.value),
    escalation:
      unreachable !== undefined &&
      (unreachable === null ? steps.escalation.reaches : board.warnings[unreachable]),
    channels: working !== undefined && steps.channels.state(working),
    ring: installation.data && steps.ring.state(installation.data),
    test:
      tests.data &&
      (newest === undefined
        ? steps.test.none
        : newest.response?.state === 'RESOLVED'
          ? steps.test.state(dateAndTime(newest.createdAt))
          : steps.test.running),
  };
  const actions: Readonly<Record<Step, ComponentChildren>> = {
    organisation: <Go to="/admin/home">{steps.organisation.action}</Go>,
    wards: (
      <>
        <Button onPress={() => setAsking('ward')}>{steps.wards.action}</Button>
        {wards.data !== undefined && wards.data.length > 0 && <Go to="/wards">{steps.wards.all}</Go>}
      </>
    ),
    caregivers: (
      <>
        <Button onPress={() => setAsking('caregiver')}>{steps.caregivers.action}</Button>
        {installation.data !== undefined && installation.data.caregivers > 0 && (
          <Go to="/admin/users?role=CAREGIVER">{steps.caregivers.all}</Go>
        )}
      </>
    ),
    residents: (
      <>
        <Button onPress={() => setAsking('resident')}>{steps.residents.action}</Button>
        <Go to="/admin/import">{steps.residents.import}</Go>
      </>
    ),
    wearables: (
      <>
        {totalPeople.value > 0 && (
          <>
            <Button onPress={() => setAsking('wearer')}>{steps.wearables.action}</Button>
            <Button onPress={() => setAsking('phone')}>{steps.wearables.phone}</Button>
          </>
        )}
        <Go to="/admin/wearables">{steps.wearables.all}</Go>
        <Go to="/admin/sensors">{steps.wearables.sensors}</Go>
      </>
    ),
    escalation: <Go to="/admin/escalation">{steps.escalation.action}</Go>,
    channels: <Go to="/settings/alerts">{steps.channels.action}</Go>,
    ring: (
      <>
        {staffed.length > 0 && <Button onPress={() => setAsking('ring')}>{steps.ring.action}</Button>}
        <Go to="/tests?kind=CHANNEL">{steps.ring.all}</Go>
      </>
    ),
    test: (
      <>
        <Button onPress={() => setAsking('test')}>{steps.test.action}</Button>
        {newest !== undefined && newest.response?.state !== 'RESOLVED' && <Go to="/">{steps.test.board}</Go>}
      </>
    ),
  };
  const close = () => setAsking(undefined);
  const done = STEPS.filter((step) => isDone(step, facts)).length;
  return (
    <Page title={text.title}>
      <p>{text.about}</p>
      <p>{text.limits}</p>
      {!window.isSecureContext && <Notice kind="warning">{text.insecure}</Notice>}
      {installation.data?.rateLimitBy === 'address' && installation.data.sharesAddress && (
        <Notice kind="warning">{text.sharedAddress}</Notice>
      )}
      <p class="setup-progress" role="status">
        <progress max={STEPS.length} value={done} aria-hidden="true" />
        <strong>{done === STEPS.length ? text.complete : text.progress(done, STEPS.length)}</strong>
      </p>
      {notice !== undefined && <Notice kind="good">{notice}</Notice>}
      <ol class="setup">
        {STEPS.map((step) => (
          <StepItem key={step} step={step} done={isDone(step, facts)} state={states[step]}>
            {actions[step]}
          </StepItem>
        ))}
      </ol>
      <PathStrip />
      <OverdueTests />
      {asking === 'ward' && (
        <NameDialog
          title={wardText.form.addTitle}
          confirm={wardText.form.add}
          save={(name) => api.post('/wards', { body: { name } })}
          onDone={wards.reload}
          onClose={close}
        />
      )}
      {asking === 'caregiver' && (
        <AddCaregiver
          onAdded={(what) => {
            setNotice(what);
            return Promise.all([wards.reload(), installation.reload()]);
          }}
          onClose={close}
        />
      )}
      {asking === 'resident' && <AddResident onAdded={setNotice} onClose={close} />}
      {asking === 'wearer' && (
        <ChoosePerson
          title={steps.wearables.title}
          legend={steps.wearables.wearer}
          confirm={steps.wearables.next}
          only="PATIENT"
          onChosen={setWearerId}
          onClose={close}
        />
      )}
      {wearerId !== undefined && (
        <AddWearable patientId={wearerId} onAdded={refreshBoard} onClose={() => setWearerId(undefined)} />
      )}
      {asking === 'phone' && (
        <TryPhone urls={installation.data?.phoneUrls} onAdded={refreshBoard} onClose={close} />
      )}
      {asking === 'ring' && (
        <RingWard
          wards={staffed}
          onClose={() => {
            close();
            void installation.reload();
          }}
        />
      )}
      {asking === 'test' && (
        <TestAlert
          onStarted={() => {
            setNotice(text.test.started);
            return tests.reload();
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}

const Go = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <a class="button normal" href={to}>
    {children}
  </a>
);

/** The state in a word and a shape. */
function StepItem({
  step,
  done,
  state,
  children,
}: {
  readonly step: Step;
  readonly done: boolean | undefined;
  readonly state: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const { title, about } = text.steps[step];
  const word = done === undefined ? text.loading : done ? text.done : text.open;
  return (
    <li class={done ? 'card step-done' : 'card'}>
      <div>
        <h2>{title}</h2>
        <p class="hint">{about}</p>
        <p class="step-state">
          <strong>
            <Icon name={done ? 'check' : 'circle'} />
            {word}
          </strong>{' '}
          <span>{state}</span>
        </p>
      </div>
      <div class="actions">{children}</div>
    </li>
  );
}
