import { useMqttVersion } from '../mqtt/version.ts';

useMqttVersion(5);
await import('../mqtt/late-readings.test.ts');
