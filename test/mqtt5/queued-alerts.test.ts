import { useMqttVersion } from '../mqtt/version.ts';

useMqttVersion(5);
await import('../mqtt/queued-alerts.test.ts');
