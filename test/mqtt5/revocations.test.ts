import { useMqttVersion } from '../mqtt/version.ts';

useMqttVersion(5);
await import('../mqtt/revocations.test.ts');
