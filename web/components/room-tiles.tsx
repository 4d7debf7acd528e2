import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import { byWard, type Tile, type TileState, worstTiles } from '../state/room-tiles.ts';
import { rooms as text } from '../text/en/rooms.ts';
import { MOST_TILES } from './alert-tile.tsx';
import { useFit } from './fitted-list.ts';

/** Each state has its own sign, for colour-blind users and for screens seen from far away. */
const SIGNS: Readonly<Record<TileState, string>> = {
  alert: 'M8 2h8l6 6v8l-6 6H8l-6-6V8zM12 7v6M12 16.5v.5',
  going: 'M3 12h16M12 5l7 7-7 7',
  silent: 'M3 3l18 18M2 9a15 15 0 0 1 20 0M6.500 13.500a8 8 0 0 1 11 0M12 18v.5',
  notWorn: 'M9 7V2h6v5M9 17v5h6v-5M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z',
  none: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 6l12 12',
  battery: 'M2 7h17v10H2zM22 10.500v3M5.500 10v4',
  charging: 'M13 2L4 14h7l-1 8 9-12h-7z',
  away: 'M13 12H3M7 7l-5 5 5 5M12 3h9v18h-9',
  live: 'M4 13l5 5L20 6',
};

const Sign = ({ state }: { readonly state: TileState }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={SIGNS[state]} />
  </svg>
);

/** What a press on a room does: its names are links to the residents, nothing, or it calls a function. */
type Press = 'links' | 'plain' | ((tile: Tile) => void);

export interface RoomLook {
  readonly look: Press;
  /** On a screen that nobody scrolls. */
  readonly fitted: boolean;
}

interface RoomTileProps {
  readonly tile: Tile;
  readonly look: Press;
  readonly place?: Place;
}

function RoomTile({ tile, look, place }: RoomTileProps) {
  const { room, state, people } = tile;
  const content = (
    <>
      {room !== null && <span class="alert-room">{room}</span>}
      {(look === 'links' || room === null) &&
        people.map(({ id, name }) =>
          look === 'links' ? (
            <a key={id} href={`/patients/${id}`}>
              {name}
            </a>
          ) : (
            <b key={id}>{name}</b>
          ),
        )}
      <StateWords state={state} />
    </>
  );
  return (
    <li
      class={`tile ${state}`}
      style={place === undefined ? undefined : { '--x': `${place.x}%`, '--y': `${place.y}%` }}
    >
      {typeof look === 'function' ? (
        <button type="button" class="tile-open" onClick={() => look(tile)}>
          {content}
        </button>
      ) : (
        content
      )}
    </li>
  );
}

export const StateWords = ({ state }: Pick<Tile, 'state'>) => (
  <span class="tile-state">
    <Sign state={state} /> {text.state[state]}
  </span>
);

export interface GridProps extends RoomLook {
  readonly tiles: readonly Tile[];
  /** The most that fit a screen which nobody scrolls. */
  readonly most: number;
}

export const RoomGrid = (props: GridProps) =>
  props.fitted ? <FittedGrid {...props} /> : <Grid {...props} />;

const Grid = ({ tiles, look }: GridProps) => (
  <ul class="rooms">
    {tiles.map((tile) => (
      <RoomTile key={tile.key} tile={tile} look={look} />
    ))}
  </ul>
);

function FittedGrid({ tiles, look, most }: GridProps) {
  const list = useRef<HTMLUListElement>(null);
  useFit(list);
  const { shown, more } = worstTiles(tiles, most);
  return (
    <ul class="rooms fitted" ref={list}>
      {shown.map((tile) => (
        <RoomTile key={tile.key} tile={tile} look={look} />
      ))}
      {more > 0 && <li class="tile">{text.more(more)}</li>}
    </ul>
  );
}

export interface WardProps extends GridProps {
  readonly ward: Tile['ward'];
}

/** Several wards have a heading each, and share a screen that nobody scrolls. */
export function RoomsByWard({
  tiles,
  Ward,
  ...look
}: RoomLook & { readonly tiles: readonly Tile[]; readonly Ward: ComponentType<WardProps> }) {
  const wards = byWard(tiles);
  const most = Math.max(1, Math.floor(MOST_TILES / wards.length));
  const parts = wards.map(({ ward, tiles }) => (
    <Ward key={ward?.id} ward={ward} tiles={tiles} most={most} {...look} />
  ));
  if (wards.length < 2) return <>{parts}</>;
  return (
    <div
      class={look.fitted ? 'wards-rooms fitted' : 'wards-rooms'}
      style={{ '--wide': Math.ceil(Math.sqrt(wards.length)), '--tall': Math.floor(Math.sqrt(wards.length)) }}
    >
      {wards.map(({ ward }, index) => (
        <section key={ward?.id}>
          <h3 class="quiet-heading">{ward?.name ?? text.noWard}</h3>
          {parts[index]}
        </section>
      ))}
    </div>
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

/** The rooms of a ward at their places. Residents without a room, and rooms that were renamed since, are a grid below. */
export function RoomPlan({
  plan: { rooms, picture },
  source,
  tiles,
  ...grid
}: GridProps & { readonly plan: Plan; readonly source: string }) {
  const places = new Map(rooms.map((place) => [place.room, place]));
  const placeOf = ({ room }: Tile): Place | undefined => (room === null ? undefined : places.get(room));
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
                : [<RoomTile key={tile.key} tile={tile} look={grid.look} place={place} />];
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
