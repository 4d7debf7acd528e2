import { type Api, ServiceError } from '../api.ts';
import type { PressedAnswer } from '../tally.ts';
import type { Deed } from './caregiver.ts';
import type { FallResponse, TimelineEntry } from './records.ts';

/** A fall with its response and timeline in the service. */
export interface FallRecord {
  readonly id: string;
  /** Null if the service has none, which is an error for a fall that alerted a caregiver. */
  readonly response: FallResponse | null;
  readonly timeline: readonly TimelineEntry[];
}

export interface ResponseReport {
  readonly falls: number;
  readonly claimed: number;
  /** From the detection to the first claim, by the service's clock, ascending. */
  readonly timeToClaimS: readonly number[];
  /** Falls that no caregiver claimed and the wearer did not cancel. */
  readonly unanswered: number;
  /** Falls with a caregiver on the way when the run ended. */
  readonly underWay: number;
  readonly cancelledByPatient: number;
  readonly helped: number;
  readonly noHelpNeeded: number;
  readonly falseAlarm: number;
  readonly messages: { readonly delivered: number; readonly failed: number };
  readonly answers: { readonly ok: number; readonly help: number; readonly tooLate: number };
  /** Accepted actions that the service has lost, and records that it should have. */
  readonly broken: readonly string[];
}

export interface ReportOptions {
  readonly records: readonly FallRecord[];
  readonly answers: readonly PressedAnswer[];
  readonly deeds: readonly Deed[];
}

export function reportOf({ records, answers, deeds }: ReportOptions): ResponseReport {
  const count = (test: (record: FallRecord) => boolean): number => records.filter(test).length;
  const ended = (outcome: string): number => count(({ response }) => response?.outcome === outcome);
  const timeToClaimS = records.flatMap((record) => secondsToClaim(record) ?? []).sort((a, b) => a - b);
  const told = (outcome: string): number =>
    records.flatMap(({ timeline }) =>
      timeline.filter((entry) => entry.type === 'told' && entry.outcome === outcome),
    ).length;
  const granted = answers.filter(({ isGranted }) => isGranted);
  return {
    falls: records.length,
    claimed: timeToClaimS.length,
    timeToClaimS,
    unanswered: count((record) => isOpen(record.response) && secondsToClaim(record) === undefined),
    underWay: count(
      (record) =>
        record.response?.state === 'CLAIMED' ||
        (isOpen(record.response) && secondsToClaim(record) !== undefined),
    ),
    cancelledByPatient: ended('CANCELLED_BY_PATIENT'),
    helped: ended('HELPED'),
    noHelpNeeded: ended('NO_HELP_NEEDED'),
    falseAlarm: ended('FALSE_ALARM'),
    messages: { delivered: told('delivered'), failed: told('failed') },
    answers: {
      ok: granted.filter(({ answer }) => answer === 'ok').length,
      help: granted.filter(({ answer }) => answer === 'help').length,
      tooLate: answers.length - granted.length,
    },
    broken: brokenPromises(records, granted, deeds),
  };
}

const isOpen = (response: FallResponse | null): boolean =>
  response?.state === 'OPEN' || response?.state === 'CHECKING';

function secondsToClaim({ timeline }: FallRecord): number | undefined {
  const [detected, claimed] = ['detected', 'claimed'].map((type) =>
    timeline.find((entry) => entry.type === type),
  );
  if (detected === undefined || claimed === undefined) return undefined;
  return (Date.parse(claimed.at) - Date.parse(detected.at)) / 1000;
}

/** As with readings: an accepted action must be found when it is read back. */
function brokenPromises(
  records: readonly FallRecord[],
  answers: readonly PressedAnswer[],
  deeds: readonly Deed[],
): string[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const broken = records
    .filter(({ response }) => response === null)
    .map(({ id }) => `fall ${id} alerted somebody and has no response`);
  for (const { fallId, answer } of answers) {
    const record = fallId === undefined ? undefined : byId.get(fallId);
    if (record === undefined) continue;
    if (answer === 'ok' && record.response?.outcome !== 'CANCELLED_BY_PATIENT')
      broken.push(`fall ${record.id} was cancelled by its wearer and is ${stateOf(record)}`);
  }
  for (const deed of deeds) {
    const record = byId.get(deed.fallId);
    if (record === undefined) continue;
    if (deed.kind === 'resolved' && record.response?.outcome !== deed.outcome)
      broken.push(`fall ${record.id} was resolved as ${deed.outcome} and is ${stateOf(record)}`);
    if (!record.timeline.some(({ type, by }) => type === deed.kind && by?.id === deed.by.id))
      broken.push(`the timeline of fall ${record.id} does not say that ${deed.by.name} ${deed.kind} it`);
  }
  return broken;
}

const stateOf = ({ response }: FallRecord): string =>
  response?.outcome ?? response?.state ?? 'without a response';

const AT_ONCE = 8;

/** The falls as the service has them now. */
export async function readFalls(api: Api, token: string, ids: readonly string[]): Promise<FallRecord[]> {
  const found: FallRecord[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    found.push(...(await Promise.all(ids.slice(from, from + AT_ONCE).map((id) => readFall(api, token, id)))));
  }
  return found;
}

async function readFall(api: Api, token: string, id: string): Promise<FallRecord> {
  const { data } = await api.as(token).get('/falls/{id}', { path: { id } });
  const timeline = await api
    .as(token)
    .get('/falls/{id}/timeline', { path: { id } })
    .then(({ data: entries }) => entries)
    .catch((error: unknown) => {
      // Without a response there is no timeline: reported as a missing response, not as a failed request.
      if (error instanceof ServiceError && data.response === null) return [];
      throw error;
    });
  return { id, response: data.response, timeline };
}
