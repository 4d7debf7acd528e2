import { findUser, type Organisation } from '../accounts/index.ts';
import type { FallLevel } from '../notify/levels.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { type Html, html, layout } from '../platform/http/pages/html.ts';
import type { Page, PageCall, PageReply } from '../platform/http/pages/page.ts';
import { STYLE } from '../platform/http/pages/style.ts';
import { formatDateTime } from '../platform/zone.ts';
import { acceptedOffer, type ClaimOffer, claimOffer } from './claim-offer.ts';
import type { Responses } from './responses.ts';

interface ClaimPageDeps {
  readonly db: Database;
  readonly responses: Pick<Responses, 'claimByLink'>;
  readonly publicUrl: () => string;
  readonly organisation: Pick<Organisation, 'readerOf'>;
  readonly now: () => number;
}

const CONFLICT = 409;
const GONE = 410;

const hasStatus = (error: unknown, status: number): error is AppError =>
  error instanceof AppError && error.status === status;

const LEVELS: Readonly<Record<FallLevel, string>> = {
  NO_FALL: 'no fall',
  SUSPICIOUS: 'possible fall',
  POTENTIAL: 'likely fall',
  HIGH: 'fall detected',
  CONFIRMED: 'confirmed fall: emergency',
};

/**
 * docs/response.md, "Claim links": one tap in a message claims the fall, without script or login. The token in the URL
 * is the secret, so neither session nor origin is checked. GET changes nothing.
 */
export function claimPages({ db, responses, publicUrl, organisation, now }: ClaimPageDeps): readonly Page[] {
  const offerOf = ({ params: { token = '' } }: PageCall) => claimOffer(db, token, new Date(now()));
  const linkTo = ({ fall }: ClaimOffer): Html =>
    html`<p><a href="${publicUrl()}/falls/${fall.fallId}">Show the fall</a></p>`;

  /** A used link answers 410; the caregiver who is on the way because of it reads that on the page. */
  const orGone =
    (handle: (call: PageCall) => Promise<PageReply>) =>
    (call: PageCall): Promise<PageReply> =>
      handle(call).catch(async (error: unknown) => {
        const accepted = hasStatus(error, GONE) && (await acceptedOffer(db, call.params.token ?? ''));
        if (!accepted) throw error;
        return { status: GONE, html: onTheWay(accepted, linkTo(accepted)) };
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
        const reader = organisation.readerOf((await findUser(db, offer.person.id))?.language ?? null);
        const when = formatDateTime(offer.fall.fellAt, reader.timeZone, reader.language);
        return { status: 200, html: offerPage(offer, when, linkTo(offer)) };
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
          // Another caregiver has claimed the fall, or it is resolved: the message says who.
          return { status: error.status, html: layout(error.message, linkTo(offer)) };
        }
        call.record({
          action: 'response.claimed',
          message: 'Claimed a fall by a link',
          actorId: person.id,
          subjectId: fall.patientId,
        });
        return { status: 200, html: onTheWay(offer, linkTo(offer)) };
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

const onTheWay = ({ person, fall }: ClaimOffer, link: Html): Html =>
  layout(
    'You are on your way',
    html`<p>${person.name}, everybody can see that you are going to ${fall.patientName}.</p>
${link}`,
  );

function offerPage(offer: ClaimOffer, when: string, link: Html): Html {
  const { person, fall } = offer;
  const { state, claimedBy, resolvedBy, offeredTo } = fall.response;
  if (state === 'RESOLVED')
    return layout(
      'Already resolved',
      html`<p>${resolvedBy?.name ?? 'Somebody'} has answered for it.</p>\n${link}`,
    );
  if (claimedBy?.id === person.id) return onTheWay(offer, link);
  if (claimedBy !== null && offeredTo?.id !== person.id)
    return layout(
      `${claimedBy.name} has claimed this fall`,
      html`<p>${claimedBy.name} is going to ${fall.patientName}.</p>\n${link}`,
    );
  return layout(
    fall.patientName,
    html`<p>${reasonOf(fall)}, ${when}</p>
<p>You are ${person.name}. Are you going?</p>
<form method="post"><button type="submit">I'm going</button></form>
${link}`,
  );
}

function reasonOf({ source, level }: ClaimOffer['fall']): string {
  if (source === 'HELP_BUTTON') return 'calls for help';
  if (source === 'CHECK_IN' && level === 'POTENTIAL') return 'has not checked in';
  return LEVELS[level];
}
