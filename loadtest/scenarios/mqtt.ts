import { type Baseline, compareWithBaselines } from '../comparison.ts';
import { type MqttVersion, openMqttLinks } from '../links/mqtt-link.ts';
import { loadOptions } from '../load-options.ts';
import { requireOpenFiles } from '../machine/file-limit.ts';
import { startBaseline, startVigil } from '../machine/service.ts';
import { type Measured, measure } from '../measured.ts';
import { Mistake, type Option, optionalCount } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import { seedDevices } from '../seed.ts';

const GOAL = 0.75;
/** MQTT 5 in relation to 3.1.1. */
const VERSION_GOAL = 0.95;

const options = loadOptions({ connections: 500, window: 4 });

const protocolOption: Option<MqttVersion> = {
  shape: 'N',
  meaning: 'version of the protocol: 4 is MQTT 3.1.1; 5 is compared with it, instead of a bare broker',
  shown: '4',
  fallback: 4,
  parse(text) {
    if (text !== '4' && text !== '5') throw new Mistake('must be 4 or 5');
    return text === '4' ? 4 : 5;
  },
};

export const mqtt = scenario({
  about:
    'durable QoS 1 readings per second over MQTT, one wearable per connection, compared with a bare broker in one run.',
  options: {
    ...options,
    protocol: protocolOption,
    devices: optionalCount('same as --connections: each connection is one wearable', 'the same'),
  },
  async run(values) {
    const { connections: asked, devices: connections = asked, duration: seconds } = values;
    const { window, rate, protocol } = values;
    requireOpenFiles(connections);
    const vigil = await startVigil();
    const { pid, postmasterPid, databaseUrl, mqttPort } = vigil;
    const devices = await seedDevices(databaseUrl, connections);
    const drive = (
      name: string,
      server: { pid: number; port: number },
      version: MqttVersion = 4,
    ): Promise<Measured> =>
      measure({
        name,
        payers: { pid: server.pid, postmasterPid },
        open: () => openMqttLinks(server.port, devices, { protocol: version }),
        seconds,
        window,
        rate,
      });
    const baselines: Baseline[] = [];
    if (protocol === 5) {
      baselines.push({
        name: 'Vigil, MQTT 3.1.1',
        goal: VERSION_GOAL,
        stores: true,
        drive: (name) => drive(name, { pid, port: mqttPort }),
      });
    } else if (!values['no-baselines']) {
      const bare = await startBaseline('loadtest/baselines/bare-aedes.ts');
      baselines.push({
        name: 'bare Aedes, acknowledges',
        goal: GOAL,
        stores: false,
        drive: (name) => drive(name, bare),
      });
    }
    const loop = rate === undefined ? `closed loop, ${window} in flight on each` : `${rate}/s`;
    return compareWithBaselines({
      title: `QoS 1 readings over MQTT, ${connections} connections, ${loop}`,
      databaseUrl,
      ours: {
        name: protocol === 5 ? 'Vigil, MQTT 5' : 'Vigil',
        drive: (name) => drive(name, { pid, port: mqttPort }, protocol),
      },
      baselines,
      rounds: values.rounds,
      rate,
    });
  },
});
