import type { PathReport } from '../../../api/records.ts';
import { Card } from '../../../components/card.tsx';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { now } from '../../../state/clock.ts';
import { setup } from '../../../text/en/admin/setup.ts';
import { dateAndTime, timeOfDay } from '../../../text/words.ts';
import { CELLS, pathCells } from './path-cells.ts';

const { path: text } = setup;
/** Of the resident who does not exist (docs/operations.md, "Path test"). */
const SUBJECT = '70617468-7465-4573-8000-000000000001';
const MOST_CHANGES = 100;

/** The service lists no more tests than these. */
const MOST_TESTS = 100;

/** Whether alerts arrive: the tests of the last day, and what fails. */
export function PathStrip() {
  const { data, failure, reload } = useLoad('/admin/path');
  return (
    <Card title={text.title}>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          <p class="hint">{text.about}</p>
          <State path={data} />
          {data.tests.length < MOST_TESTS ? <Strip path={data} changes={[]} /> : <StripOfDay path={data} />}
        </>
      )}
    </Card>
  );
}

/** The listed tests are of the last hours: the test book has the changes before them. */
function StripOfDay({ path }: { readonly path: PathReport }) {
  const { data = [] } = useLoad('/tests/history', { query: { subjectId: SUBJECT, limit: MOST_CHANGES } });
  return <Strip path={path} changes={data} />;
}

function State({ path: { ok, lastOkAt, failing } }: { readonly path: PathReport }) {
  if (failing !== null)
    return (
      <Notice kind="error">
        {text.failing[failing.stage](dateAndTime(failing.since))} {text.reason(failing.reason)}
      </Notice>
    );
  if (ok === null || lastOkAt === null) return <Notice kind="warning">{text.untested}</Notice>;
  return <Notice kind="good">{text.ok(timeOfDay(lastOkAt))}</Notice>;
}

function Strip({
  path,
  changes,
}: {
  readonly path: PathReport;
  readonly changes: readonly { readonly at: string; readonly result: 'PASSED' | 'FAILED' }[];
}) {
  const cells = pathCells(
    path.tests.map(({ at, ok }) => ({ at, isPassed: ok })),
    changes.map(({ at, result }) => ({ at, isPassed: result === 'PASSED' })),
    now.peek(),
  );
  const failed = cells.filter((cell) => cell === 'failed').length;
  const tested = cells.filter((cell) => cell !== 'none').length;
  return (
    <figure class="path-strip">
      <svg
        viewBox={`0 0 ${CELLS} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.strip(failed, tested)}
      >
        {cells.map((cell, index) => (
          // A failure is taller: in black and white it differs, too.
          <rect
            key={index}
            class={cell}
            x={index}
            width={0.8}
            y={cell === 'failed' ? 0 : cell === 'passed' ? 3 : 8}
            height={cell === 'failed' ? 10 : cell === 'passed' ? 7 : 2}
          />
        ))}
      </svg>
      <figcaption>
        <span>{text.dayAgo}</span>
        <span>{text.now}</span>
      </figcaption>
    </figure>
  );
}
