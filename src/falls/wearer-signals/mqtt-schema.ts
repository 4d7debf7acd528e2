import Type from 'typebox';
import {
  deviceChannel,
  deviceRequest,
  httpStatus,
  mqttMessage,
  succeeded,
} from '../../platform/mqtt/channels-schema.ts';
import { FallDetail } from '../../response/fall/schema.ts';
import { WearerSignalBody } from './schema.ts';

export const answersChannel = deviceChannel('answers', {
  name: 'mqttAnswers',
  title: 'Signals from the wearer',
  description:
    'Acknowledged like readings: with QoS 1 a call for help is committed before PUBACK, and not acknowledged while the database is unavailable.',
  messages: [deviceRequest('answered', 'answer', '"I\'m OK" or "I need help"', WearerSignalBody)],
});

export const signalReply = mqttMessage(
  'send',
  'answered',
  'Fall that a signal is about; 201 if a call for help recorded it',
  Type.Object({
    success: succeeded(),
    status: Type.Union([httpStatus(200), httpStatus(201)], {
      description: 'The HTTP status of the same error',
    }),
    data: FallDetail,
  }),
);
