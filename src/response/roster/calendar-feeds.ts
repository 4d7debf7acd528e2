import { randomUUID } from 'node:crypto';
import type { Organisation } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { isOrphan } from '../../platform/database/errors.ts';
import { NotFound, Unauthenticated } from '../../platform/errors.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { hashOfSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import { addDays, dayOf } from '../../platform/zone.ts';
import { responseTexts } from '../texts/index.ts';
import { calendarText } from './calendar-text.ts';
import { addFeed, type FeedOwner, feedByHash, findFeed, placeOfToken, putFeed } from './feed-store.ts';
import type { CalendarSlot, Rosters } from './rosters.ts';
import { wardsOf } from './store.ts';

export interface CalendarFeedDeps {
  readonly db: Database;
  readonly rosters: Pick<Rosters, 'calendar'>;
  readonly organisation: Pick<Organisation, 'current' | 'readerOf'>;
  readonly secretBox: SecretBox;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

type Feed = NonNullable<Awaited<ReturnType<typeof feedByHash>>>;

const SUFFIX = '.ics';
/** A calendar program keeps what it has read; these days are read again. */
const DAYS_BACK = 31;
const DAYS_AHEAD = 92;

/** Calendars by a secret address (docs/home.md, "Calendar feeds"): calendar programs cannot log in. */
export class CalendarFeeds {
  readonly #deps: CalendarFeedDeps;

  constructor(deps: CalendarFeedDeps) {
    this.#deps = deps;
  }

  /** The address, made at the first call. A new one if the key of the service no longer opens the stored one. */
  async url(owner: FeedOwner): Promise<string> {
    const { db, secretBox, now } = this.#deps;
    for (;;) {
      const feed = await findFeed(db, owner);
      if (feed === undefined) {
        await addFeed(db, owner, this.#newFeed().row, new Date(now())).catch(refuseEnded);
        continue;
      }
      const token = secretBox.open(feed.token, placeOfToken(feed.id));
      return token === undefined ? this.renew(owner) : this.#address(token);
    }
  }

  /** The former address is 404 from now on. */
  async renew(owner: FeedOwner): Promise<string> {
    const { db, now } = this.#deps;
    const { token, row } = this.#newFeed();
    await putFeed(db, owner, row, new Date(now())).catch(refuseEnded);
    return this.#address(token);
  }

  /** 404 for an address that never was, was renewed, or ended with the account, the role or the membership. */
  async find(address: string): Promise<Feed> {
    const { db, now } = this.#deps;
    const token = address.endsWith(SUFFIX) ? address.slice(0, -SUFFIX.length) : address;
    const feed = await feedByHash(db, hashOfSecretToken(token), new Date(now()));
    if (feed === undefined) throw new NotFound('Calendar');
    return feed;
  }

  async text({ personId, wardId, personName, wardName, language }: Feed): Promise<string> {
    const { db, rosters, organisation, now } = this.#deps;
    const at = new Date(now());
    const { timeZone, name: home } = organisation.current();
    const today = dayOf(at, timeZone);
    const { calendar } = responseTexts(organisation.readerOf(language).language);
    const wards = wardId === null ? await wardsOf(db, personId) : [{ id: wardId, name: wardName ?? '' }];
    const calendars = await rosters.calendar(
      wards.map(({ id }) => id),
      addDays(today, -DAYS_BACK),
      addDays(today, DAYS_AHEAD),
    );
    const isShown = ({ caregivers }: CalendarSlot): boolean =>
      wardId !== null || caregivers.some(({ id }) => id === personId);
    const events = wards.flatMap((ward) =>
      (calendars.get(ward.id) ?? [])
        .filter(isShown)
        .map(({ shiftId, day, name, start, end, caregivers }) => ({
          uid: `${shiftId}-${day}@vigil`,
          start,
          end,
          summary: wardId === null ? `${name}, ${ward.name}` : name,
          description:
            caregivers.length === 0
              ? calendar.noCaregiver
              : caregivers.map((caregiver) => caregiver.name).join(', '),
        })),
    );
    return calendarText(`${home}: ${wardName ?? personName}`, events, at);
  }

  #newFeed() {
    const token = newSecretToken();
    const id = randomUUID();
    const sealed = this.#deps.secretBox.seal(token, placeOfToken(id));
    return { token, row: { id, hash: hashOfSecretToken(token), token: sealed } };
  }

  #address(token: string): string {
    return `${this.#deps.publicUrl()}/api/calendars/${token}${SUFFIX}`;
  }
}

/** The account or its access token ended during the request. */
const refuseEnded = (error: unknown): never => {
  throw isOrphan(error) ? new Unauthenticated() : error;
};
