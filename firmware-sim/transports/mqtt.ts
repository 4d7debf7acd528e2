import { mqttLink } from '../../client/mqtt.ts';
import type { OpenLink } from './link.ts';

/** The service takes a session's token for the password, and it costs no login. */
export const mqttLinks =
  (url: string): OpenLink =>
  ({ macAddress, owner }) =>
    mqttLink({ url, macAddress, username: owner.email, password: owner.token });
