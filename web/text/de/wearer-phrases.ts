import type { wearerPhrases as en } from '../en/wearer-phrases.ts';
import { translatorOf } from '../service.ts';
import type { Texts } from '../texts.ts';

const translated = translatorOf({
  // Sensitivity for a resident (src/readings/wearer/words.ts)
  'Standard sensitivity': 'Übliche Empfindlichkeit',
  'Less sensitive after 1 false alarm': 'Weniger empfindlich nach 1 Fehlalarm',
  'Less sensitive after {} false alarms': 'Weniger empfindlich nach {} Fehlalarmen',
  'Caregivers are alerted from a confidence of {} instead of {}. Emergencies are not affected.':
    'Pflegekräfte werden ab einer Sicherheit von {} statt {} alarmiert. Für Notfälle gilt das nicht.',
  'Caregivers are alerted from a confidence of {}.':
    'Pflegekräfte werden ab einer Sicherheit von {} alarmiert.',
  // Shake tests (src/devices/shake-test/shake-test.ts)
  'No message arrived. Check that the wearable is switched on, connected and has its token.':
    'Es kam keine Nachricht an. Ist der Sturzmelder eingeschaltet und verbunden, und hat er sein Token?',
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
    'Stärkste Bewegung {} m/s², erwartet sind mindestens {}. Schütteln Sie fester, oder schalten Sie die Glättung im Sturzmelder aus.',
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
});

export const wearerPhrases: Texts<typeof en> = {
  reworded: (phrase) => translated(phrase) ?? phrase,
};
