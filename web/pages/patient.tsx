import { useEffect } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { patient as text } from '../text/en/patient.ts';
import { About } from './patient/about.tsx';
import { Absence } from './patient/absence.tsx';
import { Caregivers } from './patient/caregivers.tsx';
import { onChangeOf } from './patient/changes.ts';
import { CheckIn } from './patient/check-in.tsx';
import { Conversation } from './patient/conversation.tsx';
import { Falls } from './patient/falls.tsx';
import { Health } from './patient/health.tsx';
import { History } from './patient/history.tsx';
import { Live } from './patient/live.tsx';
import { OpenFalls } from './patient/open-falls.tsx';
import { ReportFall } from './patient/report-fall.tsx';
import { SensorRules } from './patient/sensor-rules.tsx';
import { Wearables } from './patient/wearables.tsx';

/** No frame reports battery and signal strength, so the page polls. */
const REFRESH_MS = 60_000;

export default function Patient() {
  const { id = '' } = useRoute().params;
  return <PatientPage key={id} id={id} />;
}

function PatientPage({ id }: { readonly id: string }) {
  const { data, failure, reload } = useLoad('/patients/{id}/overview', { path: { id } });
  useEffect(() => onChangeOf(id, reload), [id, reload]);
  useEffect(() => {
    const refresh = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, REFRESH_MS);
    return () => clearInterval(refresh);
  }, [reload]);
  if (data === undefined)
    return (
      <Page title={text.title}>
        <Loading failure={failure} retry={reload} />
      </Page>
    );
  const { patient, health, day, devices, falls, totalFalls, detector } = data;
  const name = `${patient.firstName} ${patient.lastName}`;
  return (
    <Page title={name}>
      <div class="page-actions">
        <ReportFall patientId={id} name={name} onDone={reload} />
      </div>
      <OpenFalls patientId={id} />
      <div class="patient">
        <About patient={patient} hasSmartHome={data.smartHome} onChanged={reload} />
        <Live patientId={id} health={health} hasDevice={devices.length > 0} day={day} />
        <Health health={health} falls={falls} />
        <Absence patient={patient} name={name} onChanged={reload} />
        <History devices={devices} falls={falls} day={day} />
        <Wearables patientId={id} devices={devices} onChanged={reload} />
        <Falls
          patientId={id}
          name={name}
          newest={falls}
          total={totalFalls}
          detector={detector}
          onChanged={reload}
        />
        <SensorRules patientId={id} name={name} rules={data.sensorRules} onChanged={reload} />
        <CheckIn patient={patient} name={name} onChanged={reload} />
        <Caregivers patient={patient} name={name} onChanged={reload} />
        <Conversation patientId={id} name={name} />
      </div>
    </Page>
  );
}
