import type { Route } from '../route.ts';

/** The document's tags, in order, with the first path segments that belong to each. */
const TAGS = [
  { name: 'Authentication', description: 'Sign-up, login and sessions', words: ['auth'] },
  { name: 'Devices', description: 'Wearables and their readings', words: ['device'] },
  { name: 'Sensors', description: 'Sensors other than wearables, and their events', words: ['sensors'] },
  {
    name: 'Falls',
    description: 'Falls and the response to them',
    words: ['falls', 'help', 'morning-questions', 'reports'],
  },
  { name: 'Patients', description: 'Patients, their health and their devices', words: ['patients'] },
  {
    name: 'Caregivers',
    description: 'Caregivers, their patients, alerts and shifts',
    words: ['caregivers', 'board', 'escalation'],
  },
  { name: 'Wards', description: 'Wards, their members and rosters', words: ['wards', 'calendars'] },
  {
    name: 'Stations',
    description: 'Tablets that the caregivers of a ward share',
    words: ['stations'],
  },
  {
    name: 'Test book',
    description: 'What was tested, and what is overdue',
    words: ['tests'],
  },
  { name: 'Firmware', description: 'Signed firmware of wearables, and its rollout', words: ['firmware'] },
  { name: 'Messages', description: 'Messages between users', words: ['messages', 'conversations'] },
  {
    name: 'Profile',
    description: 'Your account and notification channels',
    words: ['profile', 'me', 'push', 'receipts'],
  },
  { name: 'Administration', description: 'Administration', words: ['admin'] },
  {
    name: 'Gateways',
    description: 'Addresses that SMS and voice gateways call',
    words: ['hooks'],
  },
  {
    name: 'Service',
    description: 'Health and API documents',
    words: ['health', 'openapi.json', 'asyncapi.json'],
  },
] as const;

export const DOCUMENT_TAGS = TAGS.map(({ name, description }) => ({ name, description }));

export function tagOf({ path }: Pick<Route, 'path'>): string {
  const word = path.split('/')[1] ?? '';
  const tag = TAGS.find(({ words }) => (words as readonly string[]).includes(word));
  if (tag === undefined) throw new Error(`${path} is in no chapter of the OpenAPI document`);
  return tag.name;
}
