import type { ListedFall } from '../../api/records.ts';
import { patient as text } from '../../text/en/patient.ts';

const { falls: words } = text;

export function outcomeOf({ response, verification }: ListedFall): string {
  if (response === null) return words.noResponse;
  if (response.outcome !== null) return words.outcomes[response.outcome];
  if (response.claimedBy !== null) return words.claimed(response.claimedBy.name);
  if (verification === 'moved_on') return words.outcomes.MOVED_ON;
  return response.state === 'CHECKING' ? words.checking : words.open;
}
