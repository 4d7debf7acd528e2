import type { Page } from '../page.ts';
import { transliterated } from './page-text.ts';

// ESPA 4.4.4, "Proposal for serial data interface for paging equipment" (1984), after ISO 1745.

const SOH = 0x01;
const STX = 0x02;
const ETX = 0x03;
export const EOT = 0x04;
const ENQ = 0x05;
export const ACK = 0x06;
export const NAK = 0x15;
const RS = 0x1e;
const US = 0x1f;

/** Vigil is the control station. */
const CONTROL_STATION = 0x31;
const PAGING_SYSTEM = 0x32;

/** Clears the line and selects the paging system as the receiver. */
export const SELECTION = Buffer.of(EOT, CONTROL_STATION, ENQ, PAGING_SYSTEM, ENQ);

const CALL_TO_PAGER = '1';
const STANDARD_CALL = '3';

/** XOR of the bytes after SOH, up to and including ETX. */
export function blockCheck(bytes: Iterable<number>): number {
  let check = 0;
  for (const byte of bytes) check ^= byte;
  return check;
}

/** The data block of a call to a pager. */
export function callBlock({ number, text, priority }: Page): Buffer {
  const records: readonly (readonly [id: number, value: string])[] = [
    [1, number],
    [2, transliterated(text)],
    // Paging systems assign a tone to each number: one per priority.
    [3, String(priority)],
    [4, STANDARD_CALL],
    [5, '1'],
    [6, String(priority)],
  ];
  const body = records
    .map(([id, value]) => `${id}${String.fromCharCode(US)}${value}`)
    .join(String.fromCharCode(RS));
  const checked = Buffer.concat([
    Buffer.from(CALL_TO_PAGER, 'latin1'),
    Buffer.of(STX),
    Buffer.from(body, 'latin1'),
    Buffer.of(ETX),
  ]);
  return Buffer.concat([Buffer.of(SOH), checked, Buffer.of(blockCheck(checked))]);
}

export type Espa444Signal =
  | 'ack'
  | 'nak'
  | 'eot'
  /** The paging system asks whether Vigil has something to send. */
  | 'polled'
  /** The paging system wants to send a block to Vigil. */
  | 'selected'
  | 'block'
  | 'broken block';

/** Longer blocks are garbage: a display message has 128 characters. */
const MAX_BLOCK = 1_024;

/**
 * Reads what the paging system sends, in chunks of any size. Bytes that mean nothing are skipped: an error code before
 * NAK, and noise of a serial line.
 */
export class Espa444Reader {
  /** The length of the block so far, without SOH; undefined outside a block. */
  #blockLength: number | undefined;
  #check = 0;
  #isCheckNext = false;
  #last = 0;
  /** The station that the last ENQ addressed, since the line was cleared. */
  #addressed: number | undefined;

  read(chunk: Uint8Array): readonly Espa444Signal[] {
    const signals: Espa444Signal[] = [];
    for (const byte of chunk) {
      const signal = this.#blockLength === undefined ? this.#readControl(byte) : this.#readBlock(byte);
      if (signal !== undefined) signals.push(signal);
    }
    return signals;
  }

  #readControl(byte: number): Espa444Signal | undefined {
    const before = this.#last;
    this.#last = byte;
    if (byte === ENQ) return this.#readEnquiry(before);
    if (byte === ACK) return 'ack';
    if (byte === NAK) return 'nak';
    if (byte === EOT) {
      this.#addressed = undefined;
      return 'eot';
    }
    if (byte === SOH) {
      this.#blockLength = 0;
      this.#check = 0;
    }
    return undefined;
  }

  #readEnquiry(address: number): Espa444Signal | undefined {
    const from = this.#addressed;
    this.#addressed = address;
    if (address !== CONTROL_STATION) return undefined;
    return from === undefined ? 'polled' : 'selected';
  }

  #readBlock(byte: number): Espa444Signal | undefined {
    if (this.#isCheckNext) {
      this.#isCheckNext = false;
      this.#blockLength = undefined;
      return byte === this.#check ? 'block' : 'broken block';
    }
    this.#check ^= byte;
    this.#blockLength = (this.#blockLength ?? 0) + 1;
    this.#isCheckNext = byte === ETX;
    if (this.#blockLength < MAX_BLOCK) return undefined;
    this.#blockLength = undefined;
    this.#isCheckNext = false;
    return 'broken block';
  }
}
