// GSM 03.38: an SMS of the 7-bit alphabet has 160 characters. With one character outside of it the message is written in
// UCS-2, and has 70.

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each takes two of the 160. */
const EXTENDED = '^{}\\[~]|€';

const WIDTHS = new Map([
  ...[...BASIC].map((c) => [c, 1] as const),
  ...[...EXTENDED].map((c) => [c, 2] as const),
]);

const ONE_SEGMENT = { gsm: 160, ucs2: 70 } as const;
/** A part of a longer message has a header of 6 bytes. */
const PER_SEGMENT = { gsm: 153, ucs2: 67 } as const;

export const isGsm = (text: string): boolean => [...text].every((character) => WIDTHS.has(character));

/** In septets, or in UTF-16 units for a text outside the 7-bit alphabet. */
function lengthOf(text: string): { readonly alphabet: 'gsm' | 'ucs2'; readonly length: number } {
  if (!isGsm(text)) return { alphabet: 'ucs2', length: text.length };
  return {
    alphabet: 'gsm',
    length: [...text].reduce((sum, character) => sum + (WIDTHS.get(character) ?? 0), 0),
  };
}

/** The number of messages that the provider bills. */
export function segmentsOf(text: string): number {
  const { alphabet, length } = lengthOf(text);
  return length <= ONE_SEGMENT[alphabet] ? 1 : Math.ceil(length / PER_SEGMENT[alphabet]);
}

/** Characters that the 7-bit alphabet has in another form. */
const ALIKE: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  ç: 'c',
};

/**
 * The text with letters that people read alike in place of those that would make it UCS-2: "Łukasz Dvořák" becomes
 * "Lukasz Dvorak". Letters of other scripts stay.
 */
export const plainer = (text: string): string =>
  [...text]
    .map((character) => {
      if (WIDTHS.has(character)) return character;
      const alike = ALIKE[character];
      if (alike !== undefined) return alike;
      const bare = character.normalize('NFD').replace(/\p{M}+/gu, '');
      return isGsm(bare) && bare !== '' ? bare : character;
    })
    .join('');
