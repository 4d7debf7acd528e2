import type { GatewayState, GatewayStates } from '../operations/gateway-states.ts';

const off = (): GatewayState => 'OFF';

/** The state of each gateway, for the health report and the metrics. */
export const gatewayStates = (): GatewayStates => ({
  sms: off,
  voice: off,
  pager: off,
  homeBroker: off,
});
