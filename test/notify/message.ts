import { randomUUID } from 'node:crypto';
import type { ChannelMessage } from '../../src/notify/channels/channel.ts';

export const message = (fields: Partial<ChannelMessage> = {}): ChannelMessage => ({
  id: randomUUID(),
  type: 'fall.alert',
  about: 'fall',
  fallId: randomUUID(),
  patientId: randomUUID(),
  patientName: 'Anna Berg',
  patientRoom: null,
  level: 'HIGH',
  title: 'Fall detected: Anna Berg',
  body: 'Please respond if you are going.',
  brief: 'Anna Berg: fall',
  link: 'https://vigil.example.org/falls/1',
  claimable: true,
  claimLink: null,
  isReminder: false,
  response: null,
  timestamp: new Date('2026-03-01T12:00:00.000Z'),
  recipient: null,
  fallIds: [],
  attempt: 1,
  receipt: null,
  reader: { timeZone: 'Europe/Berlin', language: 'en' },
  ...fields,
});
