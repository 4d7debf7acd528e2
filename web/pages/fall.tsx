import { useRoute } from 'preact-iso';
import { levelledOf, levelWords } from '../components/level-badge.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { fall as text } from '../text/en/fall.ts';
import { AssistPage, mayAssist } from './fall/assist.tsx';
import { Explanation } from './fall/explanation.tsx';
import { Notifications } from './fall/notifications.tsx';
import { Outcome } from './fall/outcome.tsx';
import { Picture } from './fall/picture.tsx';
import { Summary } from './fall/summary.tsx';
import { Timeline } from './fall/timeline.tsx';
import { useFall } from './fall/use-fall.ts';

export default function Fall() {
  const { id = '' } = useRoute().params;
  return <FallPage key={id} id={id} />;
}

function FallPage({ id }: { readonly id: string }) {
  const { detail, entries, report, setReport, failure, reload } = useFall(id);
  if (mayAssist(failure)) return <AssistPage id={id} onJoined={reload} />;
  if (detail === undefined)
    return (
      <Page title={text.title}>
        <Loading failure={failure} retry={reload} />
      </Page>
    );
  return (
    <Page title={text.titleOf(levelWords(levelledOf(detail)), detail.patientName)}>
      <Summary detail={detail} onChanged={reload} />
      <Picture detail={detail} />
      <div class="fall">
        <div>
          <Outcome
            detail={detail}
            entries={entries ?? []}
            report={report}
            onReport={setReport}
            onChanged={reload}
          />
          <Timeline entries={entries} isTest={detail.isTest} />
        </div>
        <div>
          {!detail.isTest && <Explanation detail={detail} />}
          <Notifications detail={detail} entries={entries ?? []} />
        </div>
      </div>
    </Page>
  );
}
