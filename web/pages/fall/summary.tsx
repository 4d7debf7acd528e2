import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FallDetail } from '../../api/records.ts';
import { Ago } from '../../components/ago.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { LevelBadge, levelledOf } from '../../components/level-badge.tsx';
import { responseText } from '../../components/response-text.ts';
import { now } from '../../state/clock.ts';
import { falls, type OpenFall } from '../../state/falls.ts';
import { user } from '../../state/session.ts';
import { common } from '../../text/en/common.ts';
import { fall as text } from '../../text/en/fall.ts';
import { report as reportText } from '../../text/en/report.ts';
import { dateAndTime } from '../../text/words.ts';
import { FallActions, OfferNote, reasonText } from '../board/fall-card.tsx';

const NAME_ID = 'resident-name';
const NOBODY: OpenFall['notified'] = [];

/** Resident, room, level, time and responder: what a caregiver in a hurry needs first. */
export function Summary({
  detail,
  onChanged,
}: {
  readonly detail: FallDetail;
  readonly onChanged: () => unknown;
}) {
  const { status, createdAt, patientName, patientRoom, userId, response, isTest } = detail;
  // Frames keep it up to date while the fall is open.
  const notified = useComputed(() => {
    falls.changes.value;
    return falls.peek(detail.id)?.notified ?? NOBODY;
  });
  const isPatient = user.value?.role === 'PATIENT';
  const fall = openFallOf(detail, notified.value);
  return (
    <section class={`alert-card ${status.toLowerCase()} fall-summary`} aria-labelledby={NAME_ID}>
      <div class="alert-head">
        <LevelBadge {...levelledOf(detail)} />
        <Ago at={createdAt} />
      </div>
      <h2 id={NAME_ID}>
        {isPatient || isTest ? patientName : <a href={`/patients/${userId}`}>{patientName}</a>}{' '}
        {patientRoom && <span class="room">{common.room(patientRoom)}</span>}
      </h2>
      {fall === undefined ? (
        <p class="state">{text.noResponse}</p>
      ) : (
        <>
          <p class="why">{reasonText(fall)}</p>
          {response?.state === 'RESOLVED' && response.outcome !== 'CANCELLED_BY_PATIENT' ? (
            <p class="state">{resolvedText(fall)}</p>
          ) : (
            <State fall={fall} />
          )}
          <OfferNote fall={fall} />
          {!isPatient && <FallActions fall={fall} describedBy={NAME_ID} onChanged={onChanged} />}
        </>
      )}
      <Facts facts={factsOf(detail)} />
      {!isTest && (
        <p>
          <a href={`/falls/${detail.id}/report`}>{reportText.link}</a>
        </p>
      )}
    </section>
  );
}

const openFallOf = (detail: FallDetail, notified: OpenFall['notified']): OpenFall | undefined =>
  detail.response === null
    ? undefined
    : {
        id: detail.id,
        patientId: detail.userId,
        patientName: detail.patientName,
        patientRoom: detail.patientRoom,
        location: detail.location,
        level: detail.status,
        source: detail.source,
        event: detail.sensor?.event ?? null,
        isTest: detail.isTest,
        sensor: detail.sensor,
        at: Date.parse(detail.createdAt),
        response: detail.response,
        verification: detail.verification,
        assessment: detail.assessment,
        notified,
        formerClaim: null,
      };

/** A signal of its own: the clock's tick updates the text only. */
function State({ fall }: { readonly fall: OpenFall }) {
  const newest = useSignal(fall);
  useEffect(() => {
    newest.value = fall;
  }, [newest, fall]);
  const words = useComputed(() => responseText(newest.value, () => now.value, user.value?.id));
  return <p class="state">{words}</p>;
}

function resolvedText({ response: { resolvedBy, resolvedAt, outcome } }: OpenFall): string {
  const when = dateAndTime(resolvedAt ?? '');
  const by = resolvedBy === null ? text.resolvedByUnknown(when) : text.resolved(resolvedBy.name, when);
  return outcome === null ? by : `${by}: ${text.outcome[outcome]}`;
}

function factsOf({ createdAt, verification, location, sensor, witnessed, injuries }: FallDetail): Fact[] {
  return [
    { name: text.happened, value: dateAndTime(createdAt) },
    ...(verification === null
      ? []
      : [{ name: text.verification.title, value: text.verification[verification] }]),
    ...(location === null ? [] : [{ name: text.where, value: location }]),
    ...(sensor === null ? [] : [{ name: text.sensor, value: sensor.name }]),
    ...(sensor?.text ? [{ name: text.sensorText, value: sensor.text }] : []),
    ...(witnessed === null ? [] : [{ name: text.witnessed, value: witnessed ? text.yes : text.no }]),
    ...(injuries === null ? [] : [{ name: text.injuries, value: injuries }]),
  ];
}
