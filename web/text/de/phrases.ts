import type { phrases as en } from '../en/phrases.ts';
import { translatorOf } from '../service.ts';
import type { Texts } from '../texts.ts';

const translated = translatorOf({
  // Signs of a fall (src/response/fall/seen.ts)
  'Very hard impact ({})': 'Sehr harter Aufprall ({})',
  'Hard impact ({})': 'Harter Aufprall ({})',
  'Fast rotation ({})': 'Schnelle Drehung ({})',
  'No movement afterwards': 'Danach keine Bewegung',
  'No signal after the impact': 'Nach dem Aufprall kein Signal',
  'Little movement afterwards': 'Danach wenig Bewegung',
  'Posture changed by {} only': 'Lage nur um {} verändert',
  'Posture changed by {}': 'Lage um {} verändert',
  'Calm beforehand': 'Davor ruhig',
  'A stumble beforehand': 'Davor gestolpert',
  'A single impact': 'Ein einzelner Aufprall',
  'Sudden drop in height ({})': 'Plötzlich tiefer ({})',
  'Still at the same height': 'Noch auf gleicher Höhe',
  'No weight on the feet': 'Kein Gewicht auf den Füßen',
  'Heart rate changed by {} bpm': 'Puls um {} Schläge pro Minute verändert',
  'Softer impact than in most falls ({})': 'Weicherer Aufprall als bei den meisten Stürzen ({})',
  'Getting up again': 'Wieder aufgestanden',
  'Movement afterwards': 'Danach Bewegung',
  'Same posture afterwards': 'Danach dieselbe Lage',
  'Lively movement beforehand': 'Davor lebhafte Bewegung',
  'Repeated hits, like an activity': 'Mehrere Stöße, wie bei einer Tätigkeit',
  'Like a fast arm movement': 'Wie eine schnelle Armbewegung',
  'Hard impact': 'Harter Aufprall',
  'Very hard impact': 'Sehr harter Aufprall',
  'Sudden impact': 'Plötzlicher Aufprall',
  'Sudden jolt': 'Plötzlicher Ruck',
  'Change of posture': 'Lage verändert',
  'Fast rotation': 'Schnelle Drehung',
  'No normal movement afterwards': 'Danach keine normale Bewegung',
  'Right after an impact': 'Unmittelbar nach einem Aufprall',
  'Lying in an unusual position': 'Ungewöhnliche Lage',
  'No movement for a while': 'Eine Zeit lang keine Bewegung',
  'Very violent movement': 'Sehr heftige Bewegung',
  'Movement typical of a fall': 'Bewegung wie bei einem Sturz',
  // Alerts about wearables (src/devices/watch/thresholds.ts)
  '{} of {} has sent nothing for {} hours': '{} von {} hat seit {} Stunden nichts gesendet',
  '{} of {} has sent nothing for 1 minute': '{} von {} hat seit 1 Minute nichts gesendet',
  '{} of {} has sent nothing for {} minutes': '{} von {} hat seit {} Minuten nichts gesendet',
  '{} of {} has less than {} % battery left': '{} von {}: Der Akku hat weniger als {} %',
  '{} of {} has not moved for 1 minute and is probably not worn':
    '{} von {} hat sich seit 1 Minute nicht bewegt und wird wohl nicht getragen',
  '{} of {} has not moved for {} minutes and is probably not worn':
    '{} von {} hat sich seit {} Minuten nicht bewegt und wird wohl nicht getragen',
  // Alerts of other sensors (src/notify/texts/en.ts)
  '{} has left the bed': '{} hat das Bett verlassen',
  '{} has left the bed, {} minutes ago': '{} hat das Bett verlassen, vor {} Minuten',
  'Door opened: {}': 'Tür geöffnet: {}',
  'Door opened: {}, {} minutes ago': 'Tür geöffnet: {}, vor {} Minuten',
  'No movement: {}': 'Keine Bewegung: {}',
  'No movement: {}, {} minutes ago': 'Keine Bewegung: {}, vor {} Minuten',
  'Too many events from the sensor "{}" of {}: further ones are recorded without alerts':
    'Zu viele Meldungen vom Raumsensor „{}“ ({}): weitere werden ohne Alarm aufgezeichnet',
});

export const phrases: Texts<typeof en> = {
  reworded: (phrase) => translated(phrase) ?? phrase,
};
