import type { GatewayState, GatewayStates } from '../operations/gateway-states.ts';

interface Line {
  isFailing(): boolean;
}

interface Gateways {
  readonly phones: { readonly sms: Line | undefined; readonly call: Line | undefined };
  readonly pager: { isConnected(): boolean } | undefined;
  readonly smartHome: { isHealthy(): boolean } | undefined;
}

const off = (): GatewayState => 'OFF';

const working = (isWorking: boolean): GatewayState => (isWorking ? 'OK' : 'DEGRADED');

const stateOf = (line: Line | undefined): (() => GatewayState) =>
  line === undefined ? off : () => working(!line.isFailing());

/** The state of each gateway, for the health report and the metrics. */
export const gatewayStates = ({ phones, pager, smartHome }: Gateways): GatewayStates => ({
  sms: stateOf(phones.sms),
  voice: stateOf(phones.call),
  pager: pager === undefined ? off : () => working(pager.isConnected()),
  homeBroker: smartHome === undefined ? off : () => working(smartHome.isHealthy()),
});
