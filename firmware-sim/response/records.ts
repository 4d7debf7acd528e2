// The parts of a response that the simulator reads.
import type { components } from '../../client/api.ts';
import type { WearerAnswer } from '../../client/link.ts';

type Schemas = components['schemas'];

export type Person = Schemas['Person'];
export type FallResponse = Pick<
  Schemas['Response'],
  'state' | 'claimedBy' | 'etaMinutes' | 'offeredTo' | 'outcome'
>;
export type Outcome = Schemas['ResolveRequest']['outcome'];

/** A wearable's buttons. */
export type Answer = WearerAnswer;

/** The `data` of a `response` frame. */
export type ResponseChange = Pick<
  Schemas['ResponseChange'],
  'fallId' | 'patientId' | 'patientName' | 'verification'
> & {
  readonly response: FallResponse;
};

/** A line of `GET /falls/:id/timeline`. */
export type TimelineEntry = Pick<Schemas['TimelineEntry'], 'at' | 'type' | 'by' | 'outcome' | 'channel'>;

/** What reported a fall: a wearable, a sensor, a person. */
export type Source = Schemas['FallSource'];

/** State of the gateways: SMS, voice, pager, home broker. */
export type Gateways = Schemas['HealthChannels'];
