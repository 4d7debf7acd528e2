export const en = {
  model: 'Fall monitoring',
  fall: 'Fall',
  response: 'Response',
  event: 'Last event',
  wearable: 'Wearable',
  battery: 'Wearable battery',
  claim: "I'm going",
};

export type SmartHomeTexts = typeof en;
