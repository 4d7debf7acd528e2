import type { phrases as en } from '../en/phrases.ts';
import { translatorOf } from '../service.ts';
import type { Texts } from '../texts.ts';

const translated = translatorOf({
  // Signs of a fall (src/falls/seen.ts)
  'Very hard impact ({})': 'Sehr harter Aufprall ({})',
  'Hard impact ({})': 'Harter Aufprall ({})',
  'Fast rotation ({})': 'Schnelle Drehung ({})',
  'No movement afterwards': 'Danach keine Bewegung',
  'Little movement afterwards': 'Danach wenig Bewegung',
  'Posture changed by {} only': 'Lage nur um {} verändert',
  'Posture changed by {}': 'Lage um {} verändert',
  'Calm beforehand': 'Davor ruhig',
  'A stumble beforehand': 'Davor gestolpert',
  'A single impact': 'Ein einzelner Aufprall',
  'Sudden drop in height ({})': 'Plötzlich tiefer ({})',
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
  // Sensitivity for a resident (src/readings/wearer/words.ts)
  'Standard sensitivity': 'Übliche Empfindlichkeit',
  'Less sensitive after 1 false alarm': 'Weniger empfindlich nach 1 Fehlalarm',
  'Less sensitive after {} false alarms': 'Weniger empfindlich nach {} Fehlalarmen',
  'Caregivers are alerted from a confidence of {} instead of {}. Emergencies are not affected.':
    'Pflegekräfte werden ab einer Sicherheit von {} statt {} alarmiert. Für Notfälle gilt das nicht.',
  'Caregivers are alerted from a confidence of {}.':
    'Pflegekräfte werden ab einer Sicherheit von {} alarmiert.',
  // Alerts about wearables (src/devices/thresholds.ts)
  '{} of {} has sent nothing for 24 hours': '{} von {} hat seit 24 Stunden nichts gesendet',
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
  // Shake tests (src/devices/shake-test.ts)
  'No message arrived. Check that the wearable is switched on, connected and has its token.':
    'Es kam keine Nachricht an. Ist der Sensor eingeschaltet und verbunden, und hat er sein Token?',
  'It was not still for 5 seconds. Put it on a table and start again.':
    'Er lag nicht 5 Sekunden lang still. Legen Sie ihn auf einen Tisch, und beginnen Sie noch einmal.',
  'It was not shaken for 5 seconds. Start again and shake it as hard as you can.':
    'Er wurde nicht 5 Sekunden lang geschüttelt. Beginnen Sie noch einmal, und schütteln Sie, so fest Sie können.',
  'No message for {} seconds. Check the radio connection at this place.':
    '{} Sekunden lang kam keine Nachricht. Prüfen Sie die Funkverbindung an diesem Ort.',
  'One message every {} seconds. Send one every second.':
    'Eine Nachricht alle {} Sekunden. Es muss eine pro Sekunde sein.',
  'Messages arrive every second.': 'Jede Sekunde kommt eine Nachricht an.',
  'At rest {} m/s².': 'In Ruhe {} m/s².',
  'At rest {}: this looks like g, not m/s². Multiply by 9.81.':
    'In Ruhe {}: Das sieht nach g aus, nicht nach m/s². Multiplizieren Sie mit 9,81.',
  'At rest {} m/s²: gravity is missing. Send the acceleration as measured.':
    'In Ruhe {} m/s²: Die Schwerkraft fehlt. Senden Sie die Beschleunigung so, wie sie gemessen wird.',
  'At rest {} m/s², expected 9.8. Calibrate the accelerometer.':
    'In Ruhe {} m/s², erwartet sind 9,8. Kalibrieren Sie den Beschleunigungssensor.',
  'No gyro: falls are found less surely.': 'Kein Drehratensensor: Stürze werden weniger sicher erkannt.',
  'At rest it turns by {} °/s, expected 0. Calibrate the gyro.':
    'In Ruhe misst er {} °/s, erwartet ist 0. Kalibrieren Sie den Drehratensensor.',
  'At rest {} °/s.': 'In Ruhe {} °/s.',
  'Strongest movement {} m/s², expected {} or more. Shake harder, or turn off smoothing on the wearable.':
    'Stärkste Bewegung {} m/s², erwartet sind mindestens {}. Schütteln Sie fester, oder schalten Sie die Glättung im Sensor aus.',
  'Strongest movement {} m/s².': 'Stärkste Bewegung {} m/s².',
  'Fastest turn {}: this looks like rad/s, not °/s. Multiply by 57.3.':
    'Schnellste Drehung {}: Das sieht nach rad/s aus, nicht nach °/s. Multiplizieren Sie mit 57,3.',
  'Fastest turn {} °/s, expected {} or more. Twist it while you shake it.':
    'Schnellste Drehung {} °/s, erwartet sind mindestens {}. Drehen Sie ihn beim Schütteln.',
  'Fastest turn {} °/s.': 'Schnellste Drehung {} °/s.',
  'Acceleration stops at ±{} g. Set the accelerometer to ±{} g or more.':
    'Die Beschleunigung endet bei ±{} g. Stellen Sie den Beschleunigungssensor auf mindestens ±{} g ein.',
  'Rotation stops at ±{} °/s. Set the gyro to ±{} °/s or more.':
    'Die Drehung endet bei ±{} °/s. Stellen Sie den Drehratensensor auf mindestens ±{} °/s ein.',
  'No value is cut off.': 'Kein Wert ist abgeschnitten.',
  '{} samples a second, expected {} or more.': '{} Messwerte pro Sekunde, erwartet sind mindestens {}.',
  '{} samples a second.': '{} Messwerte pro Sekunde.',
  'The numbers of `parts` contradict each other (peak, mean, least). Check their order in the firmware.':
    'Die Zahlen in `parts` widersprechen sich (größter, mittlerer, kleinster Wert). Prüfen Sie ihre Reihenfolge in der Firmware.',
  'The parts are plausible.': 'Die Werte in `parts` sind plausibel.',
  'The jerk in `parts` is 0 while it is shaken. Check the firmware.':
    'Der Ruck in `parts` ist 0, während er geschüttelt wird. Prüfen Sie die Firmware.',
  // Messages that could not be delivered (src/notify/channels)
  'answered {}: redirects are not followed': 'Antwort {}: Weiterleitungen sind nicht erlaubt',
  'answered {}': 'Antwort {}',
  'failed with an unknown error': 'unbekannter Fehler',
  'failed with {}': 'Fehler {}',
  failed: 'Fehler',
  'the name was not found': 'Der Name wurde nicht gefunden',
  'the name has no address': 'Der Name hat keine Adresse',
  'the name leads to a private address': 'Der Name führt zu einer Adresse im eigenen Netz',
  'closed the connection without an answer': 'Verbindung ohne Antwort geschlossen',
  'was cancelled': 'abgebrochen',
  'gave no answer within {} s': 'keine Antwort innerhalb von {} s',
  'no answer in time': 'keine Antwort in der vorgesehenen Zeit',
  'not configured': 'auf diesem Server nicht eingerichtet',
  'could not be sent: {}': 'konnte nicht gesendet werden: {}',
  'too many mails are waiting': 'Zu viele E-Mails warten',
  'its secret cannot be decrypted: the operator must check SECRETS_KEY':
    'Das Geheimnis lässt sich nicht entschlüsseln: Der Betreiber muss SECRETS_KEY prüfen',
  'the URL must be a URL': 'Die Adresse ist keine Internetadresse',
  'the URL must start with https://': 'Die Adresse muss mit https:// beginnen',
  'the URL must not contain a user name or password':
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten',
  'the URL must not be a private address': 'Adressen im eigenen Netz sind nicht erlaubt',
});

export const phrases: Texts<typeof en> = {
  reworded: (phrase) => translated(phrase) ?? phrase,
};
