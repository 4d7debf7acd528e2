const FIRST =
  'Ada Bruno Clara Dario Edith Felix Greta Hugo Ines Jakob Klara Luis Marta Nils Olga Paul Rosa Simon Thea Viktor'.split(
    ' ',
  );
const LAST =
  'Amsler Baumann Costa Dubois Egger Frei Graf Huber Imhof Jansen Keller Lopez Moser Novak Odermatt Peter Roth Steiner Tanner Urech Vogel Weber Zbinden'.split(
    ' ',
  );

/** First and last name; 460 different pairs before they repeat. */
export function nameOf(number: number): readonly [string, string] {
  const round = Math.floor(number / (FIRST.length * LAST.length));
  const suffix = round > 0 ? ` ${round + 1}` : '';
  return [FIRST[number % FIRST.length] ?? 'Ada', `${LAST[number % LAST.length] ?? 'Roth'}${suffix}`];
}
