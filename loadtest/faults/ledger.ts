import { withDatabase } from '../seed.ts';

/** A reading, identified by its device and its uptime, which is unique per device. */
interface Sent {
  readonly macAddress: string;
  readonly uptimeMs: number;
  readonly sentAt: number;
  acknowledged: boolean;
}

export interface Findings {
  readonly acknowledged: number;
  /** Acknowledged readings that are not in the table. */
  readonly lost: number;
  readonly storedTwice: number;
  readonly longestAnswerMs: number;
}

/** Readings that clients sent, and the responses, for the comparison with the table. */
export class Ledger {
  readonly #sent = new Map<string, Sent>();
  #longestAnswerMs = 0;

  sent(macAddress: string, uptimeMs: number): void {
    const key = keyOf(macAddress, uptimeMs);
    // A resent reading counts once.
    if (this.#sent.has(key)) return;
    this.#sent.set(key, { macAddress, uptimeMs, sentAt: performance.now(), acknowledged: false });
  }

  acknowledged(macAddress: string, uptimeMs: number): void {
    const reading = this.#sent.get(keyOf(macAddress, uptimeMs));
    if (reading !== undefined) reading.acknowledged = true;
  }

  /** True if a reading that the wearable sent after this time was acknowledged. */
  isServed(macAddress: string, since: number): boolean {
    for (const reading of this.#sent.values()) {
      if (reading.macAddress === macAddress && reading.sentAt >= since && reading.acknowledged) return true;
    }
    return false;
  }

  /** Records the time until a response of any kind, or until the connection was closed. */
  waited(ms: number): void {
    this.#longestAnswerMs = Math.max(this.#longestAnswerMs, ms);
  }

  /** Result of the readings since a time, and the longest response time since the last call. */
  async compare(databaseUrl: string, since: number): Promise<Findings> {
    const readings = [...this.#sent.values()].filter(({ sentAt }) => sentAt >= since);
    const stored = await storedTimes(databaseUrl, readings);
    const times = (reading: Sent): number => stored.get(keyOf(reading.macAddress, reading.uptimeMs)) ?? 0;
    const acknowledged = readings.filter((reading) => reading.acknowledged);
    const longestAnswerMs = this.#longestAnswerMs;
    this.#longestAnswerMs = 0;
    return {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((reading) => times(reading) === 0).length,
      storedTwice: readings.filter((reading) => times(reading) > 1).length,
      longestAnswerMs,
    };
  }
}

const keyOf = (macAddress: string, uptimeMs: number): string => `${macAddress} ${uptimeMs}`;

const storedTimes = (databaseUrl: string, readings: readonly Sent[]): Promise<ReadonlyMap<string, number>> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ mac: string; uptime: string; times: string }>(
      `SELECT d.mac_address AS mac, r.uptime_ms AS uptime, count(*) AS times
       FROM unnest($1::text[], $2::bigint[]) AS s (mac, uptime)
         JOIN devices d ON d.mac_address = s.mac
         JOIN sensor_readings r ON r.device_key = d.key AND r.uptime_ms = s.uptime
       GROUP BY 1, 2`,
      [readings.map((reading) => reading.macAddress), readings.map((reading) => reading.uptimeMs)],
    );
    return new Map(rows.map(({ mac, uptime, times }) => [keyOf(mac, Number(uptime)), Number(times)]));
  });
