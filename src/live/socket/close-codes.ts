/** docs/live-socket.md, "Limits and close codes": the reasons for which the server closes a socket. */
export const CLOSE = {
  goingAway: 1001,
  tryAgainLater: 1013,
  badFrames: 4400,
  sessionEnded: 4401,
  tooSlow: 4408,
} as const;
