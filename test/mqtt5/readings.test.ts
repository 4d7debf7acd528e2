import { useMqttVersion } from '../mqtt/version.ts';

useMqttVersion(5);
await import('../mqtt/readings.test.ts');
