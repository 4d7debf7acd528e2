import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import { byWard, type Tile, type TileState, worstTiles } from '../state/room-tiles.ts';
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
    <Icon name={SIGNS[state]} /> {text.state[state]}
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
