/**
 * The pseudo-language of tests: English with accents, 40 % longer. A text that a page shows without accents is not in
 * text/; a layout that breaks has no room for languages that are longer than English.
 */
const PLAIN = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz';
const ACCENTED = 'ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž';
const ACCENTS = new Map([...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]));
const LONGER = 0.4;

const withAccents = (text: string): string =>
  [...text].map((letter) => ACCENTS.get(letter) ?? letter).join('');

function accentedText(text: string, given: readonly unknown[]): string {
  if (!/[A-Za-z]/.test(text)) return text;
  const names = given.filter(
    (value) => typeof value === 'string' && value !== '' && value !== text,
  ) as string[];
  // Names and other values of the caller stay as they are.
  const accented = names.reduce((all, name) => all.replaceAll(withAccents(name), name), withAccents(text));
  const more = '~'.repeat(Math.ceil(text.length * LONGER)).replaceAll('~~~~~~', '~~~~~ ');
  return `${accented} ${more.trimEnd()}`;
}

export function accented<Value>(value: Value): Value;
export function accented(value: unknown): unknown {
  if (typeof value === 'string') return accentedText(value, []);
  if (typeof value === 'function')
    return (...given: readonly unknown[]) => {
      const made: unknown = value(...given);
      return typeof made === 'string' ? accentedText(made, given) : made;
    };
  if (Array.isArray(value)) return value.map((one) => accented(one));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, accented(one)]));
  return value;
}
