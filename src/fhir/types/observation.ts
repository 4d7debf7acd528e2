import type { Coding } from 'fhir/r4.js';
import { maySeeHealthOf, type Viewer } from '../../accounts/permissions.ts';
import { allowedAmong } from '../../people/index.ts';
import { groupedBy } from '../../platform/batching/group-by.ts';
import type { Condition } from '../../platform/database/list.ts';
import { InvalidInput } from '../../platform/errors.ts';
import { isUuid } from '../../platform/schema/primitives.ts';
import type { Fall } from '../fall.ts';
import { FALL_CODE, fallObservation, ownCode } from '../resources/fall-observation.ts';
import {
  type NamedVital,
  readVitalId,
  VITAL_KINDS,
  VITALS,
  type Vital,
  vitalEnd,
  vitalId,
  vitalObservation,
} from '../resources/vital-observation.ts';
import { comesAfter } from '../search/paging.ts';
import { type Cursor, hasCode, type SearchRequest } from '../search/request.ts';
import { isAt } from '../store/conditions.ts';
import { findFall, hasStatus, listFalls } from '../store/falls.ts';
import { OBSERVATION_STATUSES } from '../store/status-conditions.ts';
import { cursorOf, findVitals, isWithin, placeOf, vitalsOf } from '../vitals.ts';
import { baseOf, type FhirDeps, type Owned, type OwnedPage, type ResourceType } from './resource-type.ts';

/** An entry with its place in the order of time, newest first. */
interface Placed extends Owned {
  readonly cursor: Cursor;
}

/** What a search for vital signs looks at, and until when it has looked. */
interface FoundVitals {
  readonly vitals: readonly Vital[];
  readonly lookedUntil: Date | undefined;
  readonly hint?: string;
}

const NO_VITALS: FoundVitals = { vitals: [], lookedUntil: undefined };
const NEEDS_PATIENT = 'Vital signs are found with `patient` or `_id` only';

/** Falls, and the vital signs of each finished hour. */
class Observations {
  readonly #deps: FhirDeps;

  constructor(deps: FhirDeps) {
    this.#deps = deps;
  }

  async find(id: string): Promise<Owned | undefined> {
    if (isUuid(id)) {
      const fall = await findFall(this.#deps.db, id);
      return fall && placedFall(baseOf(this.#deps), fall);
    }
    const named = readVitalId(id);
    const [vital] = named === undefined ? [] : await this.#vitalsWith([named]);
    return vital && placedVital(vital);
  }

  async search(viewer: Viewer, request: SearchRequest): Promise<OwnedPage> {
    const { vitals, lookedUntil, hint } = await this.#findVitals(viewer, request);
    const falls = await this.#findFalls(viewer, request);
    const cut = lookedUntil && placeOf(lookedUntil);
    const entries = [...falls.entries, ...vitals.map(placedVital)]
      .sort(byPlace)
      // Vital signs between older falls have not been looked for yet.
      .filter(({ cursor }) => cut === undefined || Number(cursor.place) >= cut);
    const page = entries.slice(0, request.count);
    const hasMore = entries.length > page.length || falls.hasMore || cut !== undefined;
    const last = page.length === request.count ? page.at(-1)?.cursor : undefined;
    return {
      entries: page,
      next: hasMore ? (last ?? { place: String(cut), id: AFTER_ALL_IDS }) : undefined,
      hint,
    };
  }

  async #findFalls(viewer: Viewer, request: SearchRequest) {
    const base = baseOf(this.#deps);
    const sources = sourcesOf(base, request);
    if (sources === undefined) return { entries: [], hasMore: false };
    const conditions = [
      ...sources,
      ...isAt(request.dates, 't.fell_at'),
      ...hasStatus(request.statuses, OBSERVATION_STATUSES),
    ];
    const { rows, next } = await listFalls(this.#deps.db, viewer, request, conditions);
    return {
      entries: rows.map((fall) => placedFall(base, fall)),
      hasMore: next !== undefined,
    };
  }

  async #findVitals(viewer: Viewer, request: SearchRequest): Promise<FoundVitals> {
    const { db, vitals: readings, now } = this.#deps;
    const { codes, statuses, ids, dates, lastUpdated } = request;
    const kinds = VITAL_KINDS.filter((kind) => VITALS[kind].codes.some((code) => hasCode(codes, code)));
    if (kinds.length === 0 || !(statuses?.includes('final') ?? true)) return NO_VITALS;
    const patientId = request.patientId ?? (viewer.role === 'PATIENT' ? viewer.userId : undefined);
    if (ids !== undefined) {
      const named = ids
        .flatMap((id) => readVitalId(id) ?? [])
        .filter(
          (vital) =>
            kinds.includes(vital.kind) &&
            (patientId === undefined || vital.patientId === patientId) &&
            isWithin(vital, dates, lastUpdated) &&
            comesAfter(cursorOf(vital), request.after),
        );
      const patients = [...new Set(named.map((vital) => vital.patientId))];
      const visible = await allowedAmong(db, maySeeHealthOf, viewer, patients);
      const vitals = await this.#vitalsWith(named.filter((vital) => visible.has(vital.patientId)));
      return { vitals, lookedUntil: undefined };
    }
    if (patientId !== undefined) return findVitals(readings, patientId, kinds, request, now());
    if (codes === undefined) return { ...NO_VITALS, hint: NEEDS_PATIENT };
    // A search for falls by their code does not ask for vital signs.
    if (sourcesOf(baseOf(this.#deps), request) !== undefined) return NO_VITALS;
    throw new InvalidInput({ patient: 'is required for vital signs' });
  }

  /** These vital signs, as far as there are any: one statement for each patient. */
  async #vitalsWith(named: readonly NamedVital[]): Promise<readonly Vital[]> {
    const { vitals, now } = this.#deps;
    const wanted = named.filter((one) => vitalEnd(one).getTime() <= now());
    const ids = new Set(wanted.map(vitalId));
    const byPatient = groupedBy(wanted, ({ patientId }) => patientId);
    const patients = [...new Set(wanted.map(({ patientId }) => patientId))];
    const found = await Promise.all(
      patients.map(async (patientId) => {
        const hours = await vitals.at(
          patientId,
          byPatient(patientId).map(({ hour }) => hour),
        );
        return hours.flatMap((hour) => vitalsOf(patientId, VITAL_KINDS, hour));
      }),
    );
    return found.flat().filter((vital) => ids.has(vitalId(vital)));
  }
}

/** The conditions for the kinds of falls that the codes name (`kindOf` in fall.ts); undefined if they name none. */
function sourcesOf(base: string, { codes }: SearchRequest): Condition[] | undefined {
  if (codes === undefined) return [];
  const kinds: readonly (readonly [Coding, string])[] = [
    [
      FALL_CODE,
      `t.source NOT IN ('HELP_BUTTON', 'CHECK_IN') AND coalesce(f.sensor ->> 'event', 'FALL') = 'FALL'`,
    ],
    [ownCode(base, 'help-call'), `t.source = 'HELP_BUTTON' OR f.sensor ->> 'event' = 'CALL'`],
    [ownCode(base, 'missed-check-in'), `t.source = 'CHECK_IN'`],
    [ownCode(base, 'sensor-sign'), `f.sensor ->> 'event' NOT IN ('FALL', 'CALL')`],
  ];
  const named = kinds.filter(([code]) => hasCode(codes, code)).map(([, condition]) => condition);
  return named.length === 0 ? undefined : [[`(${named.join(' OR ')})`]];
}

/** Ids are hexadecimal. */
const AFTER_ALL_IDS = 'z';

const placedFall = (base: string, fall: Fall): Placed => ({
  resource: fallObservation(base, fall),
  ownerId: fall.patientId,
  accessed: 'fall',
  cursor: { place: fall.place, id: fall.id },
});

const placedVital = (vital: Vital): Placed => ({
  resource: vitalObservation(vital),
  ownerId: vital.patientId,
  accessed: 'vitals',
  cursor: cursorOf(vital),
});

const byPlace = ({ cursor: a }: Placed, { cursor: b }: Placed): number => (comesAfter(a, b) ? 1 : -1);

export function observationType(deps: FhirDeps): ResourceType {
  const observations = new Observations(deps);
  return {
    name: 'Observation',
    access: 'signed-in',
    rules: {
      parameters: ['patient', 'date', 'code', 'status'],
      statuses: {
        system: 'http://hl7.org/fhir/observation-status',
        codes: Object.keys(OBSERVATION_STATUSES),
      },
    },
    patientNamedIn: (id) => readVitalId(id)?.patientId,
    find: (id) => observations.find(id),
    search: (viewer, request) => observations.search(viewer, request),
  };
}
