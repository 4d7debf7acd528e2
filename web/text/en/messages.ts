import { plural } from '../words.ts';

export const messages = {
  title: 'Messages',
  conversations: 'Conversations',
  none: 'No conversations yet.',
  unread: (count: number): string => plural(count, { one: 'new', other: 'new' }),
  you: (content: string): string => `You: ${content}`,
  write: 'New message',
  to: 'To',
  choose: 'Choose…',
  noCaregivers: 'You have no caregivers yet. When you have one, you can write to them here.',
  noResidents: 'No residents are assigned to you yet. When they are, you can write to them here.',
  message: 'Message',
  send: 'Send',
  back: 'All conversations',
  with: (name: string): string => `Conversation with ${name}`,
  empty: (name: string): string => `No messages with ${name} yet.`,
  cannotReply: (name: string): string =>
    `You can read these messages but not reply: you and ${name} are not in the same care team.`,
  earlier: 'Earlier messages',
  unknownPerson: 'Unknown person',
  seen: 'Read',
  mine: 'You',
  notLive:
    'Your caregivers do not read messages at all hours. If you need help now, press “I need help” on your page.',
} as const;
