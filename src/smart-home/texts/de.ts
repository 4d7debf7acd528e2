import type { SmartHomeTexts } from './en.ts';

export const de: SmartHomeTexts = {
  model: 'Sturzmelder',
  fall: 'Sturz',
  response: 'Reaktion',
  event: 'Letztes Ereignis',
  wearable: 'Sturzmelder',
  battery: 'Akku des Sturzmelders',
  claim: 'Ich gehe hin',
};
