export { recordsSharing } from './event-json.ts';
export type { Changed, EventLog, NewEvent } from './events.ts';
export type { Command } from './socket/commands.ts';
export { assessmentFrame, frameOf, identifierIn, refusalFrame } from './socket/frames.ts';
export { type ConnectedCaregivers, NEWEST_EMERGENCIES } from './socket/repeats.ts';
export { recordAuditLine, recordFrameRefusal } from './socket/socket-audit.ts';
export type { Watchers } from './socket/watched-reading.ts';
