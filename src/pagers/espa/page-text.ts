/** docs/pagers.md, "Messages": the shortest display of the devices in use. */
export const MAX_PAGE_LENGTH = 128;

/** What is left after the marks of a letter are taken away does not read like these. */
const SPELLED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  å: 'aa',
  Å: 'Aa',
  æ: 'ae',
  Æ: 'Ae',
  ø: 'oe',
  Ø: 'Oe',
  œ: 'oe',
  Œ: 'Oe',
  ð: 'd',
  Ð: 'D',
  đ: 'd',
  Đ: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  '€': 'EUR',
  '°': ' deg',
  '…': '...',
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '–': '-',
  '—': '-',
  '·': '-',
  // National variants of ISO 646 print letters at these places: a German pager shows { as ä.
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '|': '/',
  '\\': '/',
  '~': '-',
  '^': '',
  '`': "'",
};

const MARKS = /\p{M}+/gu;
const PRINTABLE = /^[\x20-\x7e]$/;
const BREAKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** One line, without characters that end a line or a field, or that XML does not allow. */
const oneLine = (text: string): string =>
  text.normalize('NFC').replace(BREAKS, ' ').replace(/\s+/gu, ' ').trim();

/** Writes a text with the characters that every pager of ESPA 4.4.4 has: ISO 646 without its national places. */
export function transliterated(text: string): string {
  const written = [...oneLine(text)].map((character) => {
    const spelled = SPELLED[character];
    if (spelled !== undefined) return spelled;
    if (PRINTABLE.test(character)) return character;
    const bare = character.normalize('NFD').replace(MARKS, '');
    return PRINTABLE.test(bare) ? bare : '?';
  });
  return cut(written.join(''));
}

/** For ESPA-X, which carries UTF-8. */
export const displayed = (text: string): string => cut(oneLine(text));

const cut = (text: string): string => {
  const characters = [...text];
  return characters.length <= MAX_PAGE_LENGTH ? text : characters.slice(0, MAX_PAGE_LENGTH).join('');
};
