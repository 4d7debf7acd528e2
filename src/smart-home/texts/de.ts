import type { SmartHomeTexts } from './en.ts';

export const de: SmartHomeTexts = {
  model: 'Sturzmelder',
  fall: 'Sturz',
  response: 'Reaktion',
  event: 'Letztes Ereignis',
  wearable: 'Sensor',
  battery: 'Akku des Sensors',
  claim: 'Ich gehe hin',
};
