import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alertsOf, stateOf, type TilePerson, tilesOf, worstTiles } from '../../web/state/room-tiles.ts';

const AT = '2026-11-19T01:00:00Z';
const live: TilePerson = {
  id: 'a',
  name: 'Rosa Marsh',
  room: '12',
  ward: null,
  absence: null,
  signal: { state: 'live', since: AT },
  batteryLevel: 80,
  charging: false,
  notWorn: false,
  paused: null,
};
const away = { absence: { until: AT, reason: null, setBy: null, setAt: AT } } as unknown as Pick<
  TilePerson,
  'absence'
>;
const silent = { signal: { state: 'silent', since: AT } } as const;
const quiet = { signal: { state: 'quiet', since: AT } } as const;
const without = { signal: { state: 'none', since: null } } as const;
const charging = { charging: true };
const notWorn = { notWorn: true };
const empty = { batteryLevel: 19 };

const fall = (change: object = {}) => ({
  patientId: 'a',
  isTest: false,
  verification: null,
  ...change,
  response: {
    state: 'OPEN' as const,
    claimedAt: null,
    etaMinutes: null,
    ...(change as { response?: object }).response,
  },
});
const claimed = fall({ response: { state: 'CLAIMED', claimedAt: AT } });
const none = alertsOf([]);

describe('the state of a room', () => {
  it('is the first of these that holds', () => {
    const all = { ...away, ...silent, ...charging, ...notWorn, ...empty };
    assert.equal(stateOf({ ...live, ...all }, alertsOf([claimed, fall()])), 'alert');
    assert.equal(stateOf({ ...live, ...all }, alertsOf([claimed])), 'going');
    const steps: readonly [object, string][] = [
      [all, 'away'],
      [{ ...without, ...charging, ...notWorn, ...empty }, 'none'],
      [{ ...silent, ...charging, ...notWorn, ...empty }, 'silent'],
      [{ ...quiet, ...charging, ...notWorn, ...empty }, 'silent'],
      [{ ...charging, ...notWorn, ...empty }, 'charging'],
      [{ ...notWorn, ...empty }, 'notWorn'],
      [empty, 'battery'],
      [{ batteryLevel: 20 }, 'live'],
      [{ batteryLevel: null }, 'live'],
    ];
    for (const [change, state] of steps)
      assert.equal(stateOf({ ...live, ...change }, none), state, JSON.stringify(change));
  });

  it('is red while an alert of a resident is open, whoever of several alerts is claimed first', () => {
    for (const falls of [
      [claimed, fall()],
      [fall(), claimed],
    ])
      assert.equal(alertsOf(falls).get('a'), 'alert');
    assert.equal(alertsOf([fall({ response: { state: 'CHECKING' } })]).get('a'), 'alert');
    const over = [
      fall({ isTest: true }),
      fall({ response: { state: 'RESOLVED' } }),
      fall({ verification: 'moved_on' }),
    ];
    assert.equal(alertsOf(over).size, 0);
    assert.equal(
      alertsOf([fall({ verification: 'moved_on', response: { state: 'CLAIMED' } })]).get('a'),
      'going',
    );
  });

  it('is the worst state of those who live there', () => {
    const both = (one: object, other: object) =>
      tilesOf(
        [
          { ...live, ...one },
          { ...live, id: 'b', name: 'Ada Stone', ...other },
        ],
        none,
      );
    const order = [silent, notWorn, without, empty, charging, away, {}];
    const words = ['silent', 'notWorn', 'none', 'battery', 'charging', 'away', 'live'];
    for (const [place, worse] of order.entries())
      for (const better of order.slice(place))
        for (const tiles of [both(worse, better), both(better, worse)]) {
          assert.deepEqual(
            tiles.map(({ state }) => state),
            [words[place]],
          );
          assert.deepEqual(
            tiles[0]?.people.map(({ name }) => name),
            ['Ada Stone', 'Rosa Marsh'],
          );
        }
  });
});

describe('the rooms of a board', () => {
  const person = (id: string, room: string | null, ward: TilePerson['ward'] = null): TilePerson => ({
    ...live,
    id,
    name: id,
    room,
    ward,
  });
  const shown = (people: readonly TilePerson[]) =>
    tilesOf(people, none).map(({ room, people }) => room ?? people[0]?.name);

  it('are in natural order, those without a room last, by name', () => {
    const people = ['Zoë', 'Ben'].map((name) => person(name, null));
    const rooms = ['10', '9', '12 B', '12 A', 'Garden 3'].map((room, place) => person(`p${place}`, room));
    assert.deepEqual(shown([...people, ...rooms]), ['9', '10', '12 A', '12 B', 'Garden 3', 'Ben', 'Zoë']);
  });

  it('are those of one ward, whatever their number: two wards may both have a room 1', () => {
    const [one, two] = [
      { id: '1', name: 'Ward 1' },
      { id: '2', name: 'Ward 2' },
    ];
    const tiles = tilesOf([person('a', '1', two), person('b', '1', one), person('c', '2', one)], none);
    assert.deepEqual(
      tiles.map(({ ward, room }) => [ward?.name, room]),
      [
        ['Ward 1', '1'],
        ['Ward 1', '2'],
        ['Ward 2', '1'],
      ],
    );
    assert.equal(new Set(tiles.map(({ key }) => key)).size, 3);
  });

  it('leave out the best, never the worst, where there are too many for a screen', () => {
    const many = Array.from({ length: 70 }, (_, number) => person(`p${number}`, `${number}`));
    const tiles = tilesOf(many, alertsOf([fall({ patientId: 'p69' })]));
    const { shown: kept, more } = worstTiles(tiles, 60);
    assert.deepEqual([kept.length, more, kept.at(-1)?.state], [60, 10, 'alert']);
    assert.deepEqual(worstTiles(tiles, 70), { shown: tiles, more: 0 });
  });
});
