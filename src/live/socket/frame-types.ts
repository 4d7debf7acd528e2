/** docs/live-socket.md, "Frames": the frames that a client may send. */
export const CLIENT_FRAME_TYPES = [
  'reading',
  'backlog',
  'answer',
  'paused',
  'subscribe',
  'unsubscribe',
  'acknowledge',
  'seen',
  'ping',
] as const;

export type ClientFrameType = (typeof CLIENT_FRAME_TYPES)[number];
