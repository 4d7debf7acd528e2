import type { Organisation } from '../../accounts/index.ts';
import { isSensorSign } from '../../notify/texts/content.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { document, type Html, html, layout } from '../../platform/http/pages/html.ts';
import type { Page, PageCall, PageReply } from '../../platform/http/pages/page.ts';
import { STYLE } from '../../platform/http/pages/style.ts';
import type { Reader } from '../../platform/languages.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { formatDateTime } from '../../platform/zone.ts';
import type { Responses } from '../commands/responses.ts';
import { type ResponseTexts, responseTexts } from '../texts/index.ts';
import { acceptedOffer, type ClaimOffer, claimOffer } from './claim-offer.ts';

interface ClaimPageDeps {
  readonly db: Database;
  readonly responses: Pick<Responses, 'claimByLink'>;
  readonly publicUrl: () => string;
  readonly organisation: Pick<Organisation, 'readerWithId'>;
  readonly now: () => number;
}

/** An offer with everything that the page about it needs. */
interface Shown extends ClaimOffer {
  readonly reader: Reader;
  readonly texts: ResponseTexts['claim'];
  /** The fall in the console. */
  readonly url: string;
  readonly now: number;
}

const CONFLICT = 409;
const GONE = 410;

const hasStatus = (error: unknown, status: number): error is AppError =>
  error instanceof AppError && error.status === status;

/**
 * docs/response.md, "Claim links": one tap in a message claims the fall, without script or login. The token in the URL
 * is the secret, so neither session nor origin is checked. GET changes nothing.
 */
export function claimPages({ db, responses, publicUrl, organisation, now }: ClaimPageDeps): readonly Page[] {
  const offerOf = ({ params: { token = '' } }: PageCall) => claimOffer(db, token, new Date(now()));

  /** The page is in the language of the person whose link it is. */
  async function shownTo(offer: ClaimOffer): Promise<Shown> {
    const reader = await organisation.readerWithId(offer.person.id);
    return {
      ...offer,
      reader,
      texts: responseTexts(reader.language).claim,
      url: `${publicUrl()}/falls/${offer.fall.fallId}`,
      now: now(),
    };
  }

  /** A used link is 410; the caregiver who is on the way because of it reads that on the page. */
  const orGone =
    (handle: (call: PageCall) => Promise<PageReply>) =>
    (call: PageCall): Promise<PageReply> =>
      handle(call).catch(async (error: unknown) => {
        const accepted = hasStatus(error, GONE) && (await acceptedOffer(db, call.params.token ?? ''));
        if (!accepted) throw error;
        return { status: GONE, html: onTheWay(await shownTo(accepted)) };
      });

  return [
    {
      method: 'GET',
      path: '/claim/:token',
      limit: 'urgent',
      handle: orGone(async (call) => {
        const offer = await offerOf(call);
        call.record({
          action: 'health.read',
          message: 'Opened a claim link',
          actorId: offer.person.id,
          subjectId: offer.fall.patientId,
        });
        return { status: 200, html: offerPage(await shownTo(offer)) };
      }),
    },

    {
      method: 'POST',
      path: '/claim/:token',
      limit: 'urgent',
      handle: orGone(async (call) => {
        const offer = await offerOf(call);
        const { person, fall } = offer;
        try {
          await responses.claimByLink(call.params.token ?? '');
        } catch (error) {
          if (!hasStatus(error, CONFLICT)) throw error;
          // Another caregiver has claimed the fall, or it is resolved: the page says who.
          return { status: error.status, html: offerPage(await shownTo(await offerOf(call))) };
        }
        call.record({
          action: 'response.claimed',
          message: 'Claimed a fall by a link',
          actorId: person.id,
          subjectId: fall.patientId,
        });
        return { status: 200, html: onTheWay(await shownTo(offer)) };
      }),
    },

    {
      method: 'GET',
      path: '/claim/style.css',
      limit: 'none',
      handle: () => ({ status: 200, css: STYLE }),
    },
  ];
}

const linkTo = ({ url, texts }: Shown): Html => html`<p><a href="${url}">${texts.show}</a></p>`;

function onTheWay(shown: Shown): Html {
  const { person, fall, reader, texts } = shown;
  return layout(
    reader.language,
    texts.onTheWay.title,
    html`${testMark(shown)}${whereTo(shown)}
<p>${texts.onTheWay.body(person.name, fall.patientName)}</p>
${linkTo(shown)}`,
  );
}

function offerPage(shown: Shown): Html {
  const { person, fall, reader, texts, now } = shown;
  const { state, claimedBy, resolvedBy, offeredTo } = fall.response;
  const { language } = reader;
  if (state === 'RESOLVED') {
    const { title, body, bodyWithoutName } = texts.resolved;
    const text = resolvedBy === null ? bodyWithoutName : body(resolvedBy.name);
    return layout(language, title, html`<p>${text}</p>\n${linkTo(shown)}`);
  }
  if (claimedBy?.id === person.id) return onTheWay(shown);
  if (claimedBy !== null && offeredTo?.id !== person.id) {
    const { title, body } = texts.claimed;
    const text = html`${testMark(shown)}<p>${body(claimedBy.name, fall.patientName)}</p>\n${linkTo(shown)}`;
    return layout(language, title(claimedBy.name), text);
  }
  const minutes = Math.floor((now - fall.fellAt.getTime()) / MINUTE_MS);
  const ago = minutes < 1 ? html`` : html`<br>${texts.ago(minutes)}`;
  return document(
    language,
    fall.patientRoom === null ? fall.patientName : `${texts.room(fall.patientRoom)}, ${fall.patientName}`,
    html`${testMark(shown)}<p class="level ${fall.level}">${reasonOf(shown)}</p>
${heading(shown)}
<p><time datetime="${fall.fellAt.toISOString()}">${formatDateTime(fall.fellAt, reader.timeZone, language)}</time>${ago}</p>
<p>${claimedBy === null ? '' : texts.offered(claimedBy.name)} ${texts.question(person.name)}</p>
<form method="post"><button type="submit">${texts.go}</button></form>
${linkTo(shown)}`,
  );
}

/** docs/response.md, "Test alerts". */
const testMark = ({ fall, texts }: Shown): Html =>
  fall.isTest ? html`<p class="level">${texts.test}</p>\n` : html``;

/** The room comes first: the caregiver goes there. */
const heading = ({ fall, texts }: Shown): Html =>
  fall.patientRoom === null
    ? html`<h1>${fall.patientName}</h1>${location({ fall, texts })}`
    : html`<h1>${texts.room(fall.patientRoom)}</h1>\n<p class="name">${fall.patientName}</p>${location({ fall, texts })}`;

const location = ({ fall, texts }: Pick<Shown, 'fall' | 'texts'>): Html =>
  fall.location === null ? html`` : html`\n<p>${texts.location(fall.location)}</p>`;

const whereTo = ({ fall, texts }: Shown): Html =>
  fall.patientRoom === null
    ? location({ fall, texts })
    : html`<p class="name">${texts.room(fall.patientRoom)}</p>${location({ fall, texts })}`;

function reasonOf({ fall: { source, sensorEvent, level }, texts }: Shown): string {
  if (source === 'HELP_BUTTON' || sensorEvent === 'CALL') return texts.help;
  if (sensorEvent !== null && isSensorSign(sensorEvent) && level === 'POTENTIAL')
    return texts.signs[sensorEvent];
  if (source === 'CHECK_IN' && level === 'POTENTIAL') return texts.checkIn;
  return texts.levels[level];
}
