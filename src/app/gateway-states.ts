import type { GatewayState, GatewayStates } from '../operations/gateway-states.ts';

interface Gateways {
  readonly pager: { isConnected(): boolean } | undefined;
  readonly smartHome: { isHealthy(): boolean } | undefined;
}

const off = (): GatewayState => 'OFF';

const working = (isWorking: boolean): GatewayState => (isWorking ? 'OK' : 'DEGRADED');

/** The state of each gateway, for the health report and the metrics. */
export const gatewayStates = ({ pager, smartHome }: Gateways): GatewayStates => ({
  sms: off,
  voice: off,
  pager: pager === undefined ? off : () => working(pager.isConnected()),
  homeBroker: smartHome === undefined ? off : () => working(smartHome.isHealthy()),
});
