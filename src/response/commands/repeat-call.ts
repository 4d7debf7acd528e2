import { namesAndRooms } from '../../accounts/index.ts';
import type { NewEvent } from '../../live/index.ts';
import { type ChannelKind, webhooksByEvent } from '../../notify/index.ts';
import { helpAgainMessage } from '../../notify/texts/alerts.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { alertedOf, type CareTeam, careTeamsOf, recipientsOf } from '../care-team.ts';
import { alertAgain } from '../escalation/alert-again.ts';
import { notifyPeople } from '../messages.ts';
import { expire, type Response } from '../states.ts';
import type { FallResponse } from '../store/responses.ts';
import { callAgain, isSamePress, type Press } from './help-again.ts';
import { sendChanges, whoseOf } from './record-changes.ts';

/**
 * docs/response.md, "Help again". Runs in the transaction that has locked the fall, its response and its care team. The
 * caller appends the events; undefined if it is the press that caregivers know of.
 */
export async function repeatCall(
  q: Queryable,
  fall: FallResponse,
  press: Press,
  { kinds, at }: { readonly kinds: readonly ChannelKind[]; readonly at: Date },
): Promise<readonly NewEvent[] | undefined> {
  if (isSamePress(fall.response, press, at)) return undefined;
  const { patientId, patientName } = fall;
  const [careTeamOf, webhooksOf] = await Promise.all([careTeamsOf(q, [patientId], at), webhooksByEvent(q)]);
  const careTeam = careTeamOf(patientId);
  // A claim may be over before a check has recorded it: its holder would not come.
  const ended = expire(fall.response, at, fall.holderMayCome);
  const standing = ended?.response ?? fall.response;
  const holder = standing.claimedBy;
  const notified = holder === null ? await peopleOfStep(q, standing, careTeam) : [holder];
  const called = callAgain(standing, { id: patientId, name: patientName }, notified, at);
  const { response } = called;
  const change = {
    fall,
    response,
    entries: [...(ended?.entries ?? []), ...called.entries],
    isAnnounced: true,
  };
  const recipients = notified.map(({ id }) => id);
  const { events, written } = sendChanges(q, [change], { careTeamOf, webhooksOf, recipients }, at);
  const changed = { ...fall, response };
  const content = {
    about: 'help-again',
    ...whoseOf(fall),
    presses: response.helpPresses,
    nextAt: holder === null ? null : (response.claimExpiresAt?.toISOString() ?? null),
  } as const;
  const people = [...new Set([...alertedOf(careTeam), ...(holder === null ? [] : [holder.id])])];
  const [alerts] = await Promise.all([
    alertAgain(
      q,
      [{ fall: changed, message: helpAgainMessage(patientName, response.helpPresses) }],
      people,
      at,
    ),
    notifyPeople(q, changed, recipients, { content, claimable: holder === null }, { kinds, at }),
    written,
  ]);
  return [...events, ...alerts];
}

/** The people of the last step, or of the first one before it is taken; as for a step, without those who passed it on. */
async function peopleOfStep(q: Queryable, { policy, escalation, passedBy }: Response, careTeam: CareTeam) {
  const step = policy.steps[Math.max(0, escalation.step - 1)];
  const everyone = recipientsOf(step?.targets ?? [], careTeam);
  const others = everyone.filter((id) => !passedBy.includes(id));
  const ids = others.length === 0 ? everyone : others;
  const nameOf = await namesAndRooms(q, ids);
  return ids.map((id) => ({ id, name: nameOf(id).patientName }));
}
