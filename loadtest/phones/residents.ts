// The people of a burst: residents with one caregiver each, residents who share a caregiver, and some whose falls are
// closed as soon as they are reported.
import { assign, type Caregiver, seedCaregivers } from '../caregivers.ts';
import { addChannels } from '../response/channels.ts';
import type { Receiver } from '../response/receiver.ts';
import { type SeededDevice, seedDevices, withDatabase } from '../seed.ts';
import { addNumbers } from './numbers.ts';

/** Falls of one caregiver in a burst: the first is a message at once, the others are one more. */
export const PER_SHARED = 10;
const NUMBERS = ['sms', 'call'] as const;

export interface Burst {
  /** In the order of their falls. */
  readonly devices: readonly SeededDevice[];
  /** The resident by the number of the caregiver. */
  readonly alone: ReadonlyMap<string, SeededDevice>;
  /** Residents by the number of their caregiver, in the order of their falls. */
  readonly shared: ReadonlyMap<string, readonly SeededDevice[]>;
  /** The caregivers by resident. */
  readonly closing: ReadonlyMap<string, Caregiver>;
}

interface Sizes {
  readonly alone: number;
  readonly sharing: number;
  readonly closing: number;
}

export const sizesOf = (falls: number): Sizes => {
  const sharing = Math.max(1, Math.floor((falls * 0.4) / PER_SHARED));
  const closing = Math.floor(falls * 0.1);
  return { sharing, closing, alone: falls - closing - sharing * PER_SHARED };
};

/** SMS, and calls, of a burst below the caps. */
export const messagesOf = ({ alone, sharing }: Sizes): number => alone + 2 * sharing;

/** Tells residents apart in messages. */
export const nameOf = ({ macAddress }: SeededDevice): string => `R${macAddress.replaceAll(':', '')}`;

export class Home {
  readonly #databaseUrl: string;
  readonly #receiver: Receiver;
  readonly #numbers: ReadonlyMap<string, string>;
  #devices = 0;

  static async open(databaseUrl: string, receiver: Receiver, sharing: number): Promise<Home> {
    const caregivers = await seedCaregivers(databaseUrl, sharing);
    const numbers = await addNumbers(databaseUrl, caregivers, NUMBERS);
    await addChannels(databaseUrl, caregivers, ['webpush', 'webhook'], () => receiver.url);
    return new Home(databaseUrl, receiver, numbers);
  }

  private constructor(databaseUrl: string, receiver: Receiver, numbers: ReadonlyMap<string, string>) {
    this.#databaseUrl = databaseUrl;
    this.#receiver = receiver;
    this.#numbers = numbers;
  }

  /** New residents; the caregivers who share are those of the burst before. */
  async burst(sizes: Sizes): Promise<Burst> {
    const shared = new Map<string, readonly SeededDevice[]>();
    for (const [number, caregiverId] of this.#numbers) {
      const devices = await this.#seed(PER_SHARED);
      await this.#assign(devices, () => caregiverId);
      shared.set(number, devices);
    }
    const single = await this.#seed(sizes.alone);
    const numbers = await addNumbers(this.#databaseUrl, await this.#caregiversOf(single), NUMBERS);
    const alone = new Map([...numbers.keys()].map((number, i) => [number, single[i] as SeededDevice]));
    const closed = await this.#seed(sizes.closing);
    const closers = await this.#caregiversOf(closed);
    const closing = new Map(closed.map(({ userId }, i) => [userId, closers[i] as Caregiver]));
    // Spread, so that the falls of one caregiver are a tenth of the burst apart.
    const devices = Array.from({ length: PER_SHARED }, (_, nth) => [
      ...[...shared.values()].flatMap((own) => own.slice(nth, nth + 1)),
      ...[...single, ...closed].filter((_, i) => i % PER_SHARED === nth),
    ]).flat();
    return { devices, alone, shared, closing };
  }

  async #seed(count: number): Promise<SeededDevice[]> {
    const devices = await seedDevices(this.#databaseUrl, count, this.#devices, 1);
    await withDatabase(this.#databaseUrl, (client) =>
      client.query(
        'UPDATE users u SET last_name = r.name FROM unnest($1::uuid[], $2::text[]) AS r (id, name) WHERE u.id = r.id',
        [devices.map(({ userId }) => userId), devices.map(nameOf)],
      ),
    );
    this.#devices += count;
    return devices;
  }

  async #caregiversOf(devices: readonly SeededDevice[]): Promise<Caregiver[]> {
    const caregivers = await seedCaregivers(this.#databaseUrl, devices.length);
    await this.#assign(devices, (i) => caregivers[i]?.id ?? '');
    await addChannels(this.#databaseUrl, caregivers, ['webpush', 'webhook'], () => this.#receiver.url);
    return caregivers;
  }

  #assign(devices: readonly SeededDevice[], caregiverOf: (i: number) => string): Promise<void> {
    return assign(
      this.#databaseUrl,
      devices.map(({ userId: patientId }, i) => ({ caregiverId: caregiverOf(i), patientId })),
    );
  }
}
