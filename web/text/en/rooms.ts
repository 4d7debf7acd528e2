export const rooms = {
  room: (room: string): string => `Room ${room}`,
  /** In a tile, below the number of the room. */
  state: {
    alert: 'Alert',
    going: 'Being helped',
    silent: 'No signal',
    notWorn: 'Not worn',
    none: 'No wearable',
    battery: 'Battery low',
    charging: 'Charging',
    away: 'Away',
    live: 'Active',
  },
  more: (count: number): string => `${count} more`,
  noWard: 'No ward',
  notOnPlan: 'Not on the plan',
  plan: {
    title: 'Floor plan',
    about:
      'Drag each room to its place, over a picture of the ward if you like. Boards, wall displays and stations of the ward then show the rooms there.',
    keys: 'Drag a room off the plan to remove it. With the keyboard: arrow keys move a room, with Shift further, and Delete removes it.',
    placed: (room: string, x: number, y: number): string =>
      `Room ${room}, ${x} % from the left, ${y} % from the top`,
    place: (room: string): string => `Place room ${room}`,
    placeAll: 'Place all',
    noRooms: 'No resident of this ward has a room yet.',
    upload: 'Upload a picture',
    remove: 'Remove the picture',
    save: 'Save plan',
    saved: 'The floor plan is saved.',
    clear: 'Back to the grid',
    clearText: 'The picture and the places of all rooms are removed.',
    again: 'Open it again',
    noPicture: 'This file is not a picture that can be shown. Choose a PNG, JPEG or WebP file.',
    tooLarge: 'This picture is too large, or more than four times as long as wide. Choose another one.',
  },
} as const;
