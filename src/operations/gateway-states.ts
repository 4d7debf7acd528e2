import type { Metrics } from '../platform/metrics.ts';
import type { Gateways } from '../platform/module.ts';

/** The health report names each gateway, whether there is one or not. */
const GATEWAYS = ['sms', 'voice', 'pager', 'homeBroker'] as const;

export type Gateway = (typeof GATEWAYS)[number];

export const GATEWAY_STATES = ['OK', 'DEGRADED', 'OFF'] as const;

/** OFF: not configured. DEGRADED: configured, but it fails now. */
export type GatewayState = (typeof GATEWAY_STATES)[number];

/** Called for each health report and each scrape, so the gateways reply from memory. */
export const readGatewayStates = (gateways: Gateways): Readonly<Record<Gateway, GatewayState>> =>
  Object.fromEntries(GATEWAYS.map((name) => [name, stateOf(gateways[name])])) as Record<
    Gateway,
    GatewayState
  >;

const stateOf = (isWorking: (() => boolean) | undefined): GatewayState => {
  if (isWorking === undefined) return 'OFF';
  return isWorking() ? 'OK' : 'DEGRADED';
};

/** One series per gateway and state, so that a query names the state instead of a number. */
export function exposeGatewayStates(metrics: Pick<Metrics, 'readGauges'>, gateways: Gateways): void {
  metrics.readGauges(
    'channel_state',
    'State of each connection for notifications: 1 for the present state',
    ['channel', 'state'],
    () =>
      Object.entries(readGatewayStates(gateways)).flatMap(([channel, present]) =>
        GATEWAY_STATES.map((state) => ({ labels: { channel, state }, value: state === present ? 1 : 0 })),
      ),
  );
}
