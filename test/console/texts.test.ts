import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { brokenPasswordRule } from '../../src/accounts/passwords/password-rule.ts';
import { errors as germanErrors } from '../../web/text/de/errors.ts';
import { fieldErrors as german } from '../../web/text/de/field-errors.ts';
import { phrases as germanPhrases } from '../../web/text/de/phrases.ts';
import { time as germanTime } from '../../web/text/de/time.ts';
import { wearerPhrases } from '../../web/text/de/wearer-phrases.ts';
import { fieldErrors as english } from '../../web/text/en/field-errors.ts';
import { time as englishTime } from '../../web/text/en/time.ts';
import { localeFor, preferredOf } from '../../web/text/languages.ts';
import { pluralIn } from '../../web/text/plural.ts';
import { accented } from '../../web/text/pseudo/accented.ts';
import { translatorOf } from '../../web/text/service.ts';
import { agoIn, calendarRange, date, dateAndTime, dayAndTime, durationIn } from '../../web/text/words.ts';
import { inProject } from '../helpers/project.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('texts of the console', () => {
  it('have plurals in every category of a language', () => {
    const falls = { one: 'fall', other: 'falls' };
    assert.deepEqual(
      [0, 1, 2, 1234].map((count) => pluralIn('en-GB')(count, falls)),
      ['0 falls', '1 fall', '2 falls', '1,234 falls'],
    );
    const german = { one: 'Sturz', other: 'Stürze' };
    assert.deepEqual(
      [0, 1, 2, 1234].map((count) => pluralIn('de-DE')(count, german)),
      ['0 Stürze', '1 Sturz', '2 Stürze', '1.234 Stürze'],
    );
    // Arabic has all six.
    const all = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' };
    const arabic = pluralIn('ar-EG-u-nu-latn');
    assert.deepEqual(
      [0, 1, 2, 3, 11, 100].map((count) => arabic(count, all).split(' ')[1]),
      ['zero', 'one', 'two', 'few', 'many', 'other'],
    );
    assert.equal(arabic(2, falls), '2 falls', 'a category without a form of its own');
  });

  it('have lengths of time, and how long ago something was', () => {
    const times = [-5, 12 * SECOND, MINUTE, 59 * MINUTE, 3 * HOUR + 5 * MINUTE, DAY, 2 * DAY + HOUR];
    assert.deepEqual(
      times.map((ms) => durationIn(englishTime, ms)),
      ['0 s', '12 s', '1 min', '59 min', '3 h 05 min', '1 day', '2 days'],
    );
    assert.deepEqual(
      times.map((ms) => durationIn(germanTime, ms)),
      ['0 s', '12 s', '1 min', '59 min', '3 h 05 min', '1 Tag', '2 Tage'],
    );
    assert.deepEqual(
      times.map((ms) => agoIn(englishTime, ms)),
      ['just now', '12 s ago', '1 min ago', '59 min ago', '3 h 05 min ago', '1 day ago', '2 days ago'],
    );
    assert.deepEqual(
      times.map((ms) => agoIn(germanTime, ms)),
      ['gerade eben', 'vor 12 s', 'vor 1 min', 'vor 59 min', 'vor 3 h 05 min', 'vor 1 Tag', 'vor 2 Tagen'],
    );
  });

  it('follow the languages and the region of the browser', () => {
    assert.equal(preferredOf(['fr-FR', 'de-CH', 'en']), 'de');
    assert.equal(preferredOf(['fr']), undefined);
    assert.equal(localeFor('de-DE', ['en-US', 'de-AT']), 'de-AT');
    assert.equal(localeFor('en-GB', ['en-US', 'en']), 'en-GB', 'browsers say en-US by default');
    assert.equal(localeFor('en-GB', ['de-DE', 'en-AU']), 'en-AU');
    assert.equal(localeFor('de-DE', ['de', 'x']), 'de-DE');
  });

  it('translate the messages of the service about fields', () => {
    assert.equal(german.reworded('is required'), 'Bitte füllen Sie dieses Feld aus.');
    assert.equal(
      german.reworded('must be a whole number from 1 to 240'),
      'Bitte geben Sie eine ganze Zahl von 1 bis 240 ein.',
    );
    assert.equal(
      german.reworded(brokenPasswordRule('abcdefgh') ?? ''),
      'Ein Großbuchstabe (A–Z) fehlt. Eine Ziffer (0–9) fehlt. Eines der Zeichen !@#$%^&* fehlt.',
    );
    assert.equal(german.reworded('must be something new'), 'Bitte prüfen Sie diese Angabe.');
    assert.equal(english.reworded('must be something new'), 'Check this entry.');
    assert.equal(
      english.reworded('must be a whole number from 1 to 240'),
      'Enter a whole number from 1 to 240.',
    );
    assert.equal(
      english.reworded(brokenPasswordRule('abcdefgh') ?? ''),
      'An uppercase letter (A–Z) is missing. A digit (0–9) is missing. One of !@#$%^&* is missing.',
    );
    const halfQuiet =
      'must be { from, to } or { from, to, timeZone }, such as 22:00, 06:00 and Europe/Berlin';
    assert.equal(english.reworded(halfQuiet), 'Enter both times, or leave both empty.');
    assert.equal(
      german.reworded(halfQuiet),
      'Bitte geben Sie beide Uhrzeiten ein, oder lassen Sie beide leer.',
    );
    assert.equal(
      german.reworded('is not the code that was sent'),
      'Das ist nicht der Code, den Sie bekommen haben.',
    );
    assert.equal(Object.values(germanErrors).includes(''), false);
  });

  it('translate every phrase of the service about movements, wearables and shake tests', async () => {
    const untranslated: string[] = [];
    for (const file of ['src/response/fall/seen.ts', 'src/devices/shake-test/shake-test.ts']) {
      const source = await readFile(inProject(...file.split('/')), 'utf8');
      const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      for (const [, quoted, template] of code.matchAll(/'([A-Z][a-z][^'\n]*)'|`([A-Z][a-z][^`\n]*)`/g)) {
        const said = (quoted ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '7');
        if ([germanPhrases, wearerPhrases].every(({ reworded }) => reworded(said) === said))
          untranslated.push(said);
      }
    }
    // Parts of others.
    const parts = ['Very hard', 'Hard', 'At rest 7 m/s²'];
    assert.deepEqual(untranslated, parts);
    assert.equal(
      germanPhrases.reworded('Belt of Rosa of Bath has sent nothing for 30 minutes'),
      'Belt von Rosa of Bath hat seit 30 Minuten nichts gesendet',
    );
  });

  it('call a wearable Sturzmelder in German, and keep Sensor for those of a room', async () => {
    const texts = await readdir(inProject('web', 'text', 'de'), { recursive: true });
    const files = [
      ...texts.filter((name) => name.endsWith('.ts')).map((name) => inProject('web', 'text', 'de', name)),
      ...['notify', 'falls', 'smart-home'].map((module) => inProject('src', module, 'texts', 'de.ts')),
    ];
    for (const file of files)
      assert.doesNotMatch(await readFile(file, 'utf8'), /(?<![\p{L}])Sensor(?:en|s)?(?![\p{L}])/u, file);
  });

  it('write a date in one form', () => {
    const at = Date.parse('2026-11-15T11:00:00Z');
    const shown = [date(at), dateAndTime(at), dayAndTime(at), calendarRange('2026-11-16', '2026-11-22')];
    assert.deepEqual(
      shown.map((text) => text.replace(/, \d\d:\d\d$/, '')),
      ['15 Nov 2026', '15 Nov 2026', '15 Nov', '16 – 22 Nov 2026'],
    );
  });

  it('keep the values of a template in order, whatever they contain', () => {
    const translated = translatorOf({ '{} of {} (x.y)': '{}: {}', plain: 'schlicht' });
    assert.equal(translated('A of $& of {} (x.y)'), 'A: $& of {}');
    assert.equal(translated('A of B (xxy)'), undefined);
    assert.equal(translated('plain'), 'schlicht');
  });

  it('are accented and longer in the pseudo-language, but names stay', () => {
    const texts = accented({
      save: 'Save',
      hello: (name: string) => `Hello, ${name}`,
      same: (text: string) => text,
      days: ['Monday'],
    });
    assert.equal(texts.save, 'Šåṽé ~~');
    assert.match(texts.hello('Edith Brandt'), /^Ĥéļļö, Edith Brandt [~ ]+$/);
    assert.match(texts.same('No movement'), /^Ñö ṁöṽéṁéñţ [~ ]+$/);
    assert.equal(texts.days[0]?.startsWith('Ṁöñðåý'), true);
  });
});
