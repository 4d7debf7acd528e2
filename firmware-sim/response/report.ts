import { type Api, ServiceError } from '../api.ts';
import { countOne, type PressedAnswer } from '../tally.ts';
import type { Deed } from './caregiver.ts';
import type { FallResponse, Source, TimelineEntry } from './records.ts';

/** Attempts to notify a person. */
export interface Told {
  readonly delivered: number;
  readonly failed: number;
}

/** A fall with its response and timeline in the service. */
export interface FallRecord {
  readonly id: string;
  /** Null if the service has none, which is an error for a fall that alerted a caregiver. */
  readonly response: FallResponse | null;
  readonly timeline: readonly TimelineEntry[];
  readonly source: Source;
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
  /** By what reported the fall. */
  readonly sources: Readonly<Record<string, number>>;
  readonly messages: Told & { readonly byChannel: Readonly<Record<string, Told>> };
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
    sources: counted(records.map(({ source }) => source)),
    messages: messagesOf(records),
    answers: {
      ok: granted.filter(({ answer }) => answer === 'ok').length,
      help: granted.filter(({ answer }) => answer === 'help').length,
      tooLate: answers.length - granted.length,
    },
    broken: brokenPromises(records, granted, deeds),
  };
}

function messagesOf(records: readonly FallRecord[]): ResponseReport['messages'] {
  const told = records.flatMap(({ timeline }) => timeline.filter(({ type }) => type === 'told'));
  const outcomes = (entries: readonly TimelineEntry[]): Told => {
    const { delivered = 0, failed = 0 } = counted(entries.map(({ outcome = '' }) => outcome));
    return { delivered, failed };
  };
  const channels = [...new Set(told.map(({ channel = '' }) => channel))].sort();
  const byChannel = Object.fromEntries(
    channels.map((channel) => [channel, outcomes(told.filter((entry) => entry.channel === channel))]),
  );
  return { ...outcomes(told), byChannel };
}

function counted(values: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const value of values) countOne(counts, value);
  return Object.fromEntries(counts);
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
  return { id, response: data.response, timeline, source: data.source };
}
