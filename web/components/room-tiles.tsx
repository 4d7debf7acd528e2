import { useRef } from 'preact/hooks';
import { type Tile, type TileState, worstTiles } from '../state/room-tiles.ts';
import { rooms as text } from '../text/en/rooms.ts';
import { MOST_TILES } from './alert-tile.tsx';
import { useFit } from './fitted-list.ts';
import { Icon, type IconName } from './icon.tsx';

/** Each state has its own sign, for colour-blind users and for screens seen from far away. */
const SIGNS: Readonly<Record<TileState, IconName>> = {
  alert: 'alert',
  going: 'going',
  silent: 'noSignal',
  notWorn: 'watch',
  none: 'none',
  battery: 'battery',
  charging: 'charging',
  away: 'away',
  live: 'check',
};

interface Shown {
  readonly tiles: readonly Tile[];
  /** The names are links to the residents. */
  readonly linked: boolean;
}

function RoomTile({
  tile,
  linked,
  place,
}: Omit<Shown, 'tiles'> & { readonly tile: Tile; readonly place?: Place }) {
  const { room, state, people } = tile;
  return (
    <li
      class={`tile ${state}`}
      style={place === undefined ? undefined : { left: `${place.x}%`, top: `${place.y}%` }}
    >
      {room !== null && <span class="alert-room">{room}</span>}
      {(linked || room === null) &&
        people.map(({ id, name }) =>
          linked ? (
            <a key={id} href={`/patients/${id}`}>
              {name}
            </a>
          ) : (
            <b key={id}>{name}</b>
          ),
        )}
      <span class="tile-state">
        <Icon name={SIGNS[state]} /> {text.state[state]}
      </span>
    </li>
  );
}

export interface GridProps extends Shown {
  /** On a screen that nobody scrolls. */
  readonly fitted: boolean;
}

export function RoomGrid({ fitted, ...shown }: GridProps) {
  return fitted ? <FittedGrid {...shown} /> : <Grid {...shown} />;
}

const Grid = ({ tiles, linked }: Shown) => (
  <ul class="rooms">
    {tiles.map((tile) => (
      <RoomTile key={tile.key} tile={tile} linked={linked} />
    ))}
  </ul>
);

function FittedGrid({ tiles, linked }: Shown) {
  const list = useRef<HTMLUListElement>(null);
  useFit(list);
  const { shown, more } = worstTiles(tiles, MOST_TILES);
  return (
    <ul class="rooms fitted" ref={list}>
      {shown.map((tile) => (
        <RoomTile key={tile.key} tile={tile} linked={linked} />
      ))}
      {more > 0 && <li class="tile">{text.more(more)}</li>}
    </ul>
  );
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Plan {
  readonly rooms: readonly (Place & { readonly room: string })[];
  readonly picture: { readonly tag: string; readonly width: number; readonly height: number } | null;
}

/** A plan without a picture has the shape of a screen. */
const USUAL_RATIO = 16 / 9;
export const ratioOf = (picture: { readonly width: number; readonly height: number } | null): number =>
  picture === null ? USUAL_RATIO : picture.width / picture.height;

/** In percent of the plan's width: few rooms are large. */
const fontSizeOf = (rooms: number): string => `${Math.min(2.2, 11 / Math.sqrt(rooms))}cqw`;

/** The rooms of a ward at their places. Residents of no ward, and rooms that were renamed since, are a grid below. */
export function RoomPlan({
  plan: { rooms, picture },
  source,
  tiles,
  ...grid
}: GridProps & { readonly plan: Plan; readonly source: string }) {
  const places = new Map(rooms.map((place) => [place.room, place]));
  const placeOf = ({ room, ward }: Tile): Place | undefined =>
    room === null || ward === null ? undefined : places.get(room);
  const others = tiles.filter((tile) => placeOf(tile) === undefined);
  if (others.length === tiles.length) return <RoomGrid tiles={tiles} {...grid} />;
  return (
    <>
      <div class={grid.fitted ? 'plan-box fitted' : 'plan-box'}>
        <div class="floor-plan" style={{ '--ratio': ratioOf(picture) }}>
          {picture !== null && <img src={`${source}/picture?${picture.tag}`} alt="" />}
          <ul class="rooms" style={{ '--size': fontSizeOf(rooms.length) }}>
            {tiles.flatMap((tile) => {
              const place = placeOf(tile);
              return place === undefined
                ? []
                : [<RoomTile key={tile.key} tile={tile} linked={grid.linked} place={place} />];
            })}
          </ul>
        </div>
      </div>
      {others.length > 0 && (
        <>
          <h3 class="quiet-heading">{text.notOnPlan}</h3>
          <RoomGrid tiles={others} {...grid} />
        </>
      )}
    </>
  );
}
