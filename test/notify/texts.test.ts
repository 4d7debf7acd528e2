import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountTexts } from '../../src/accounts/texts/index.ts';
import { fallTexts } from '../../src/falls/texts/index.ts';
import { MAX_BODY, MAX_TITLE } from '../../src/notify/channels/web-push/web-push.ts';
import { briefText } from '../../src/notify/texts/brief.ts';
import type { NotificationContent, StaffContent } from '../../src/notify/texts/content.ts';
import { gatheredNotification, notificationText, notifyTexts } from '../../src/notify/texts/index.ts';
import { FALL_LEVELS } from '../../src/platform/fall-levels.ts';
import { pageTexts } from '../../src/platform/http/pages/texts/index.ts';
import { LANGUAGES, LOCALES } from '../../src/platform/languages.ts';
import { PLURAL_CATEGORIES, pluralsOf } from '../../src/platform/texts.ts';
import { responseTexts } from '../../src/response/texts/index.ts';

// Texts for people: docs/home.md, "Languages". What they say is read by people; these tests try every text with every kind
// of parameter.

const NAME = 'Anna-Katharina von Brandenburg-Oberhausen';
const ROOMS = [null, '12', 'Küche'];

const whoses = ROOMS.map((patientRoom) => ({ patientName: NAME, patientRoom }));
const falls = whoses.flatMap((whose) =>
  FALL_LEVELS.flatMap((level) =>
    (['STREAM', 'REPORT', 'HELP_BUTTON', 'CHECK_IN'] as const).flatMap((source) =>
      [null, 2, 121].map((minutesAgo) => ({ ...whose, level, source, minutesAgo })),
    ),
  ),
);
const swaps = [null, NAME].flatMap((person) =>
  [null, 'Nachtschicht'].map((shiftName) => ({
    wardName: 'Wohnbereich 1',
    day: '2026-11-16',
    shiftName,
    fromName: person,
    toName: person,
  })),
);

const CONTENTS: { readonly [About in NotificationContent['about']]: readonly NotificationContent[] } = {
  fall: falls.flatMap((fall) => [true, false].map((isReminder) => ({ about: 'fall', isReminder, ...fall }))),
  unreachable: falls.map((fall) => ({ about: 'unreachable', ...fall })),
  'hand-off': whoses.map((whose) => ({ about: 'hand-off', ...whose, giverName: NAME })),
  'hand-off-declined': whoses.map((whose) => ({ about: 'hand-off-declined', ...whose, declinerName: NAME })),
  'help-again': whoses.flatMap((whose) =>
    [1, 2, 12].flatMap((presses) =>
      [null, '2026-11-16T21:00:00.000Z'].map((nextAt) => ({
        about: 'help-again',
        ...whose,
        presses,
        nextAt,
      })),
    ),
  ),
  closing: whoses.flatMap((whose) =>
    (['HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM', 'CANCELLED_BY_PATIENT', 'MOVED_ON'] as const).flatMap(
      (outcome) =>
        [null, NAME].map((resolverName) => ({
          about: 'closing',
          ...whose,
          outcome,
          resolverName,
          isTest: false,
        })),
    ),
  ),
  'shift-end': whoses.map((whose) => ({ about: 'shift-end', ...whose, holderName: NAME })),
  flood: whoses.map((whose) => ({ about: 'flood', ...whose, perMinute: 30, perHour: 100 })),
  sensor: whoses.flatMap((whose) =>
    (['BED_EXIT', 'DOOR', 'INACTIVITY'] as const).flatMap((event) =>
      [null, 5].map((minutesAgo) => ({
        about: 'sensor',
        ...whose,
        event,
        sensorName: 'Bettmatte',
        minutesAgo,
      })),
    ),
  ),
  'sensor-flood': whoses.map((whose) => ({
    about: 'sensor-flood',
    ...whose,
    sensorName: 'Bettmatte',
    perMinute: 30,
    perHour: 100,
  })),
  'morning-question': whoses.map((whose) => ({ about: 'morning-question', ...whose })),
  device: (['DEVICE_INACTIVE', 'DEVICE_OFFLINE', 'DEVICE_BATTERY_LOW', 'DEVICE_NOT_WORN'] as const).flatMap(
    (condition) =>
      [1, 24].map((limit) => ({ about: 'device', condition, deviceName: 'Uhr', patientName: NAME, limit })),
  ),
  'roster-gap': [true, false].map((hasBegun) => ({
    about: 'roster-gap',
    wardName: 'Wohnbereich 1',
    shiftName: 'Nachtschicht',
    start: '2026-11-16T21:00:00.000Z',
    hasBegun,
  })),
  ...(Object.fromEntries(
    (['swap-asked', 'swap-accepted', 'swap-declined'] as const).map((about) => [
      about,
      swaps.map((swap) => ({ about, ...swap })),
    ]),
  ) as Record<'swap-asked' | 'swap-accepted' | 'swap-declined', StaffContent[]>),
  'pager-offline': [{ about: 'pager-offline' }],
  'clock-doubt': (['AHEAD', 'BEHIND', 'DATABASE'] as const).map((reason) => ({
    about: 'clock-doubt',
    reason,
    clock: '2026-11-15T03:00:00.000Z',
  })),
  'path-failed': (
    ['prepared', 'published', 'acknowledged', 'raised', 'queued', 'delivered', 'received'] as const
  ).flatMap((stage) =>
    [null, '2026-11-15T03:09:00.000Z'].map((until) => ({
      about: 'path-failed',
      stage,
      since: '2026-11-15T03:00:00.000Z',
      until,
    })),
  ),
  'path-restored': [{ about: 'path-restored' }],
  'neighbour-down': [
    { about: 'neighbour-down', host: 'vigil.example.org', since: '2026-11-15T03:00:00.000Z' },
  ],
  'neighbour-back': [{ about: 'neighbour-back', host: 'vigil.example.org' }],
  'firmware-stopped': [{ about: 'firmware-stopped', version: '1.5.0', failed: 3 }],
  'sign-on-away': [1, 24].map((hours) => ({
    about: 'sign-on-away',
    since: '2026-11-15T03:00:00.000Z',
    hours,
  })),
  'password-used': [{ about: 'password-used', personName: NAME, at: '2026-11-15T03:00:00.000Z' }],
  'station-offline': [{ about: 'station-offline', stationName: 'Dienstzimmer' }],
  'pin-locked': [1, 15].map((minutes) => ({
    about: 'pin-locked',
    personName: NAME,
    stationName: 'Dienstzimmer',
    minutes,
  })),
  test: [{ about: 'test' }],
};

/** Every text of a table; functions are called with counts, which also stand for names. */
function* textsIn(texts: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof texts === 'string') yield [path, texts];
  else if (typeof texts === 'function') {
    for (const count of [0, 1, 2, 5]) yield [`${path}(${count})`, String(texts(count, count, count))];
  } else for (const [key, value] of Object.entries(texts as object)) yield* textsIn(value, `${path}.${key}`);
}

const isWhole = (text: string, what: string): void => {
  assert.doesNotMatch(text, /undefined|null|NaN|\[object|\$\{/, what);
  assert.equal(text.trim().replaceAll(/ {2,}/g, ' '), text.trim(), what);
  assert.notEqual(text.trim(), '', what);
};

describe('plural forms', () => {
  it('exist for every category of each language', () => {
    for (const language of LANGUAGES)
      assert.deepEqual(
        [...PLURAL_CATEGORIES[language]].sort(),
        new Intl.PluralRules(LOCALES[language]).resolvedOptions().pluralCategories.sort(),
      );
  });

  it('follow the count', () => {
    for (const language of LANGUAGES) {
      const plural = pluralsOf(language);
      const forms = [0, 1, 2, 21].map((count) => plural(count, { one: 'one', other: 'other' }));
      assert.deepEqual(forms, ['other', 'one', 'other', 'other'], language);
    }
  });
});

describe('every notification', () => {
  for (const language of LANGUAGES)
    it(`has a one-line title and a body in "${language}", and fits into a push`, () => {
      const reader = { timeZone: 'Europe/Berlin', language };
      for (const content of Object.values(CONTENTS).flat()) {
        const what = JSON.stringify(content);
        const { title, body } = notificationText(content, reader);
        isWhole(title, what);
        isWhole(body, what);
        // A subject is a header, and a line break would start another.
        assert.doesNotMatch(title, /[\r\n]/, what);
        assert.ok(title.length <= MAX_TITLE, `${title.length} characters: ${title}`);
        assert.ok(body.length <= MAX_BODY, `${body.length} characters: ${body}`);
      }
    });

  it('differs between the languages', () => {
    for (const content of Object.values(CONTENTS).flat()) {
      const [one, other] = LANGUAGES.map((language) =>
        notificationText(content, { timeZone: 'Europe/Berlin', language }),
      );
      assert.notEqual(one?.title, other?.title);
      assert.notEqual(one?.body, other?.body);
    }
  });

  it('of a test alert says so first, on phones and on small displays', () => {
    const ofTests = (
      ['fall', 'unreachable', 'hand-off', 'hand-off-declined', 'help-again', 'closing', 'shift-end'] as const
    ).flatMap((about) => CONTENTS[about].map((content) => ({ ...content, isTest: true })));
    for (const [language, said] of [
      ['en', /^TEST, nobody has fallen: /],
      ['de', /^TEST, niemand ist gestürzt: /],
    ] as const)
      for (const content of ofTests) {
        const reader = { timeZone: 'Europe/Berlin', language };
        const { title } = notificationText(content, reader);
        assert.match(title, said);
        assert.equal(title.split('TEST').length, 2, title);
        assert.match(briefText(content, reader), /^TEST[,:] /);
      }
  });

  it('has dates in the zone and the language of the reader', () => {
    const [gap] = CONTENTS['roster-gap'];
    assert.ok(gap);
    const start = (language: 'en' | 'de', timeZone: string) =>
      notificationText(gap, { language, timeZone }).title;
    assert.match(start('en', 'Europe/Berlin'), /16 Nov 2026, 22:00$/);
    assert.match(start('de', 'Asia/Tokyo'), /17\. Nov\. 2026, 06:00$/);
  });

  it('about several falls counts them and their emergencies', () => {
    const fall = { title: 'Sturz', body: '', patientRoom: '12', level: 'CONFIRMED' } as const;
    const titles = [1, 2].map(
      (emergencies) =>
        gatheredNotification(fall, [{ ...fall, level: emergencies === 2 ? 'CONFIRMED' : 'HIGH' }], 'de')
          .title,
    );
    assert.deepEqual(titles, ['2 Alarme (1 Notfall): Sturz', '2 Alarme (2 Notfälle): Sturz']);
    const { body } = gatheredNotification(fall, Array(11).fill(fall), 'de');
    assert.match(body, /^Sturz, Zimmer 12\n/);
    assert.match(body, /\nund 2 weitere$/);
  });
});

describe('every text of a module', () => {
  const tables = [accountTexts, notifyTexts, responseTexts, fallTexts, pageTexts];

  for (const language of LANGUAGES)
    it(`is whole in "${language}"`, () => {
      const all = tables.flatMap((texts) => [...textsIn(texts(language), language)]);
      assert.ok(all.length > 100);
      // Texts about a slot take a record, which the table above tries.
      for (const [path, text] of all.filter(([path]) => !/swap|devices/.test(path))) isWhole(text, path);
    });
});
