import { mqttLink } from '../../client/mqtt.ts';
import type { OpenLink } from './link.ts';

/** The service accepts a session token as the password, which needs no login. */
export const mqttLinks =
  (url: string, protocolVersion: 4 | 5): OpenLink =>
  ({ macAddress, owner }) =>
    mqttLink({ url, macAddress, username: owner.email, password: owner.token, protocolVersion });
