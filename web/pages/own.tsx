import { useEffect } from 'preact/hooks';
import { useLoad } from '../parts/load.ts';
import { Loading } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { followOwnFalls } from '../state/own-falls.ts';
import { user } from '../state/session.ts';
import { own } from '../text/en/own.ts';
import { Answers } from './own/answers.tsx';
import { Caregivers } from './own/caregivers.tsx';
import { Falls } from './own/falls.tsx';
import { Happening } from './own/happening.tsx';
import { Mail } from './own/mail.tsx';
import { OwnData } from './own/own-data.tsx';
import { Wearables } from './own/wearables.tsx';

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
