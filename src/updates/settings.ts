import { setting, type ValuesOf } from '../platform/config/setting.ts';
import { publicKeyIn } from './signature.ts';

const rows = {
  firmwarePublicKey: setting({
    env: 'FIRMWARE_PUBLIC_KEY',
    meaning:
      'Ed25519 public key, base64, that checks firmware updates of wearables; the wearables have it built in (docs/updates.md)',
    shown: 'none: no firmware updates',
    parse: (text) => {
      publicKeyIn(text);
      return text;
    },
  }),
};

export type UpdatesConfig = ValuesOf<typeof rows>;

export const settings = { rows };
