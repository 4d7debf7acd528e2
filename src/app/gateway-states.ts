import type { Pager } from '../notify/espa/pager.ts';
import type { GatewayState, GatewayStates } from '../operations/gateway-states.ts';

const off = (): GatewayState => 'OFF';

/** The state of each gateway, for the health report and the metrics. */
export const gatewayStates = (pager: Pager | undefined): GatewayStates => ({
  sms: off,
  voice: off,
  pager: pager === undefined ? off : () => (pager.isConnected() ? 'OK' : 'DEGRADED'),
  homeBroker: off,
});
