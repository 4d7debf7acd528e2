import { useEffect } from 'preact/hooks';
import { absenceTime } from '../components/absence-note.tsx';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { followOwnFalls } from '../state/own-falls.ts';
import { user } from '../state/session.ts';
import { patientHome } from '../text/en/patient-home.ts';
import { Caregivers } from './patient-home/caregivers.tsx';
import { CheckIn } from './patient-home/check-in.tsx';
import { CurrentStatus } from './patient-home/current-status.tsx';
import { Falls } from './patient-home/falls.tsx';
import { Messages } from './patient-home/messages.tsx';
import { OwnData } from './patient-home/own-data.tsx';
import { Wearables } from './patient-home/wearables.tsx';
import { WearerSignals } from './patient-home/wearer-signals.tsx';

/** A resident's start page: urgent controls come first and are very large. */
export default function PatientHome() {
  const { data: me, failure, reload } = useLoad('/patients/me');
  useEffect(followOwnFalls, []);
  return (
    <Page title={patientHome.hello(user.value?.firstName ?? '')}>
      <div class="patient-home">
        <CurrentStatus />
        {me?.absence && <p>{patientHome.away(absenceTime(me.absence.until))}</p>}
        {me?.checkIn && <CheckIn checkIn={me.checkIn} reload={reload} />}
        <WearerSignals />
        {me === undefined ? (
          <Loading failure={failure} retry={reload} />
        ) : (
          <div class="columns">
            <div>
              <Caregivers caregivers={me.caregivers} />
              <Messages />
            </div>
            <Wearables patientId={me.id} listed={me.devices} reload={reload} />
          </div>
        )}
        <Falls />
        <OwnData />
      </div>
    </Page>
  );
}
