import type { BoardPerson, Response, Verification } from '../api/records.ts';
import { isOpenAlert } from './alert-order.ts';
import { isBatteryLow } from './board-person.ts';
import { collator } from './people-list.ts';
import { isQuiet } from './wearable-signal.ts';

/** The worst first: of several residents in a room, the worst state is that of the room. */
const STATES = [
  'alert',
  'going',
  'silent',
  'notWorn',
  'none',
  'battery',
  'charging',
  'away',
  'live',
] as const;
export type TileState = (typeof STATES)[number];

/** The fields that the boards of the console and of a station share. */
export type TilePerson = Pick<
  BoardPerson,
  'id' | 'name' | 'room' | 'ward' | 'absence' | 'signal' | 'batteryLevel' | 'charging' | 'notWorn' | 'paused'
>;

export type Alerts = ReadonlyMap<string, 'alert' | 'going'>;

/** By resident. An alert that nobody has claimed outranks a claimed one. */
export function alertsOf(
  falls: readonly {
    readonly patientId: string;
    readonly isTest: boolean;
    readonly response: Pick<Response, 'state' | 'claimedAt' | 'etaMinutes'>;
    readonly verification: Verification | null;
  }[],
): Alerts {
  const found = new Map<string, 'alert' | 'going'>();
  for (const fall of falls.filter(isOpenAlert))
    if (fall.response.state !== 'CLAIMED') found.set(fall.patientId, 'alert');
    else if (!found.has(fall.patientId)) found.set(fall.patientId, 'going');
  return found;
}

/** An absence explains what the wearable says; a charger explains that nobody wears it, or that it is empty. */
export function stateOf(person: Omit<TilePerson, 'name'>, alerts: Alerts): TileState {
  const alert = alerts.get(person.id);
  if (alert !== undefined) return alert;
  if (person.absence !== null) return 'away';
  if (person.signal.state === 'none') return 'none';
  if (isQuiet(person.signal) || person.paused !== null) return 'silent';
  if (person.charging) return 'charging';
  if (person.notWorn) return 'notWorn';
  return isBatteryLow(person) ? 'battery' : 'live';
}

export interface Tile {
  readonly key: string;
  /** Null for a resident without a room. */
  readonly room: string | null;
  readonly ward: BoardPerson['ward'];
  readonly state: TileState;
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

const severity = ({ state }: Pick<Tile, 'state'>): number => STATES.indexOf(state);

/** A tile for each room of each ward, and for each resident without a room; in the order of a corridor. */
export function tilesOf(people: readonly TilePerson[], alerts: Alerts): readonly Tile[] {
  const tiles = new Map<string, Tile>();
  for (const person of [...people].sort((a, b) => collator.compare(a.name, b.name))) {
    const { id, name, room, ward } = person;
    const key = room === null ? id : JSON.stringify([ward?.id, room]);
    const own = { key, room, ward, state: stateOf(person, alerts), people: [{ id, name }] };
    const tile = tiles.get(key);
    if (tile === undefined) tiles.set(key, own);
    else
      tiles.set(key, {
        ...tile,
        state: severity(own) < severity(tile) ? own.state : tile.state,
        people: [...tile.people, ...own.people],
      });
  }
  return [...tiles.values()].sort(
    (a, b) =>
      collator.compare(a.ward?.name ?? '', b.ward?.name ?? '') ||
      Number(a.room === null) - Number(b.room === null) ||
      collator.compare(a.room ?? '', b.room ?? ''),
  );
}

interface WardTiles {
  /** Null for residents of no ward. */
  readonly ward: BoardPerson['ward'];
  readonly tiles: readonly Tile[];
}

/** Tiles in their order, by ward. */
export function byWard(tiles: readonly Tile[]): readonly WardTiles[] {
  const groups = new Map<string | undefined, { ward: BoardPerson['ward']; tiles: Tile[] }>();
  for (const tile of tiles) {
    const group = groups.get(tile.ward?.id);
    if (group === undefined) groups.set(tile.ward?.id, { ward: tile.ward, tiles: [tile] });
    else group.tiles.push(tile);
  }
  return [...groups.values()];
}

/** The tiles for a screen that nobody scrolls, and the number of the others: the worst are on it. */
export function worstTiles(
  tiles: readonly Tile[],
  most: number,
): { readonly shown: readonly Tile[]; readonly more: number } {
  if (tiles.length <= most) return { shown: tiles, more: 0 };
  const worst = new Set([...tiles].sort((a, b) => severity(a) - severity(b)).slice(0, most));
  return { shown: tiles.filter((tile) => worst.has(tile)), more: tiles.length - most };
}
