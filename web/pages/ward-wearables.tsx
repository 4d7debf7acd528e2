import { useRoute } from 'preact-iso';
import { Page } from '../components/page.tsx';
import { useWards } from '../components/wards.ts';
import { fleet as text } from '../text/en/admin/wearables.ts';
import { ChargeTonight } from './admin/wearables/charge-tonight.tsx';
import { FalseAlarms } from './admin/wearables/false-alarms.tsx';

/** What to charge in a ward, and the false alarms of its wearables. For its leads and admins. */
export default function WardWearables() {
  const { id = '' } = useRoute().params;
  const name = useWards().data?.find((ward) => ward.id === id)?.name;
  return (
    <Page title={name === undefined ? text.title : text.titleOf(name)}>
      <ChargeTonight wardId={id} />
      <FalseAlarms wardId={id} />
    </Page>
  );
}
