const CAREGIVERS = 'caregivers';
const ALERTS = 'alerts';

/** docs/mqtt.md, "Topics": the topic of a caregiver's alerts. */
export const alertsTopic = (caregiverId: string): string => `${CAREGIVERS}/${caregiverId}/${ALERTS}`;

/** The caregiver whose alerts a filter names; undefined for any other filter. */
export function caregiverOf(filter: string): string | undefined {
  const [root, id = '', leaf, ...rest] = filter.split('/');
  const isAlerts = root === CAREGIVERS && leaf === ALERTS && rest.length === 0;
  return isAlerts && /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
}
