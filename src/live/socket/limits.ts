/** docs/live-socket.md, "Limits and close codes": the reasons for which the server closes a socket. */
export const CLOSE = {
  goingAway: 1001,
  tryAgainLater: 1013,
  badFrames: 4400,
  sessionEnded: 4401,
  tooSlow: 4408,
  takenOver: 4409,
} as const;

/** This many invalid frames in a row close a socket. */
export const MAX_BAD_FRAMES = 10;
/** A client with more buffered bytes than this is disconnected; it resumes where it was. */
export const MAX_BUFFERED = 256 * 1024;
