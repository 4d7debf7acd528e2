import type { Metrics } from '../platform/metrics.ts';

/** Connections to systems outside the service that carry notifications; the health report names each. */
const GATEWAYS = ['sms', 'voice', 'pager', 'homeBroker'] as const;

export type Gateway = (typeof GATEWAYS)[number];

export const GATEWAY_STATES = ['OK', 'DEGRADED', 'OFF'] as const;

/** OFF: not configured. DEGRADED: configured, but it fails now. */
export type GatewayState = (typeof GATEWAY_STATES)[number];

/** Called for each health report and each scrape, so it answers from memory. */
export type GatewayStates = Readonly<Record<Gateway, () => GatewayState>>;

export const readGatewayStates = (states: GatewayStates): Readonly<Record<Gateway, GatewayState>> =>
  Object.fromEntries(GATEWAYS.map((name) => [name, states[name]()])) as Record<Gateway, GatewayState>;

/** One series per gateway and state, so that a query names the state instead of a number. */
export function exposeGatewayStates(metrics: Pick<Metrics, 'readGauges'>, states: GatewayStates): void {
  metrics.readGauges(
    'channel_state',
    'State of each connection for notifications: 1 for the present state',
    ['channel', 'state'],
    () =>
      Object.entries(readGatewayStates(states)).flatMap(([channel, present]) =>
        GATEWAY_STATES.map((state) => ({ labels: { channel, state }, value: state === present ? 1 : 0 })),
      ),
  );
}
