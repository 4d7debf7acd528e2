import { url } from '../platform/config/addresses.ts';
import { setting, type ValuesOf } from '../platform/config/setting.ts';

const rows = {
  homeBrokerUrl: setting({
    env: 'HOME_BROKER_URL',
    meaning:
      "URL of the home's own MQTT broker, for Home Assistant and openHAB, such as `mqtt://user:password@192.168.1.10`",
    shown: 'none: no smart home',
    secret: true,
    parse: url('mqtt:', 'mqtts:'),
  }),
};

export type SmartHomeConfig = ValuesOf<typeof rows>;

export const settings = { rows };
