import { useMqttVersion } from '../mqtt/version.ts';

useMqttVersion(5);
await import('../mqtt/transports.test.ts');
