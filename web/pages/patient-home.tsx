import { useEffect } from 'preact/hooks';
import { useLoad } from '../components/load.ts';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { followOwnFalls } from '../state/own-falls.ts';
import { user } from '../state/session.ts';
import { own } from '../text/en/patient-home.ts';
import { Caregivers } from './patient-home/caregivers.tsx';
import { Falls } from './patient-home/falls.tsx';
import { Happening } from './patient-home/happening.tsx';
import { Mail } from './patient-home/mail.tsx';
import { OwnData } from './patient-home/own-data.tsx';
import { Wearables } from './patient-home/wearables.tsx';
import { Answers } from './patient-home/wearer-signals.tsx';

/** A patient's own: what is urgent is first, and huge. */
export default function Own() {
  const { data: me, failure, reload } = useLoad('/patients/me');
  useEffect(followOwnFalls, []);
  return (
    <Page title={own.hello(user.value?.firstName ?? '')}>
      <div class="own">
        <Happening />
        <Answers />
        {me === undefined ? (
          <Loading failure={failure} retry={reload} />
        ) : (
          <div class="columns">
            <div>
              <Caregivers caregivers={me.caregivers} />
              <Mail />
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
