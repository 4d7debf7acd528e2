import { plural } from '../words.ts';

export const messages = {
  title: 'Messages',
  conversations: 'Conversations',
  none: 'No conversations yet.',
  unread: (count: number): string => plural(count, { one: 'new', other: 'new' }),
  you: (content: string): string => `You: ${content}`,
  write: 'Write to somebody',
  to: 'To',
  choose: 'Choose …',
  nobody: 'There is nobody to write to yet. Once a caregiver is assigned to you, you can write to them here.',
  noPeople: 'There is nobody to write to yet. People who are assigned to you appear here.',
  message: 'Message',
  send: 'Send',
  back: 'All conversations',
  with: (name: string): string => `Conversation with ${name}`,
  empty: (name: string): string => `No messages with ${name} yet.`,
  cannotReply: (name: string): string =>
    `You can read these messages but not reply: you and ${name} are not in the same care team.`,
  earlier: 'Earlier messages',
  someone: 'Somebody',
  seen: 'Read',
  mine: 'You',
  notLive: 'Messages are not watched around the clock. For help at once, press “I need help” on your page.',
} as const;
