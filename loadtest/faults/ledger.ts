import { withDatabase } from '../seed.ts';

/** A reading by its device and its uptime, which no two readings of a device share. */
interface Sent {
  readonly macAddress: string;
  readonly uptimeMs: number;
  readonly sentAt: number;
  acknowledged: boolean;
}

export interface Findings {
  readonly acknowledged: number;
  /** Acknowledged, and not in the table. */
  readonly lost: number;
  readonly storedTwice: number;
  readonly longestAnswerMs: number;
}

/** What clients sent and were told, to be compared with the table afterwards. */
export class Ledger {
  readonly #sent = new Map<string, Sent>();
  #longestAnswerMs = 0;

  sent(macAddress: string, uptimeMs: number): void {
    const key = keyOf(macAddress, uptimeMs);
    // A reading that is sent again is the same reading.
    if (this.#sent.has(key)) return;
    this.#sent.set(key, { macAddress, uptimeMs, sentAt: performance.now(), acknowledged: false });
  }

  acknowledged(macAddress: string, uptimeMs: number): void {
    const reading = this.#sent.get(keyOf(macAddress, uptimeMs));
    if (reading !== undefined) reading.acknowledged = true;
  }

  /** Whether a reading of the wearable that was sent after a moment has been acknowledged. */
  isServed(macAddress: string, since: number): boolean {
    for (const reading of this.#sent.values()) {
      if (reading.macAddress === macAddress && reading.sentAt >= since && reading.acknowledged) return true;
    }
    return false;
  }

  /** How long somebody waited for an answer of any kind, or for the connection to be closed. */
  waited(ms: number): void {
    this.#longestAnswerMs = Math.max(this.#longestAnswerMs, ms);
  }

  /** Of what was sent since a moment; the longest answer since the last time this was asked. */
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
