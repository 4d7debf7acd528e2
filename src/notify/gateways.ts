import type { Gateways } from '../platform/module.ts';

interface Line {
  isFailing(): boolean;
}

interface GatewayDeps {
  readonly phones: { readonly sms: Line | undefined; readonly call: Line | undefined };
  readonly pager: { isConnected(): boolean } | undefined;
}

/** The state of each gateway that is configured. */
export const openGateways = ({
  phones: { sms, call },
  pager,
}: GatewayDeps): { readonly gateways: Gateways } => ({
  gateways: {
    ...(sms && { sms: () => !sms.isFailing() }),
    ...(call && { voice: () => !call.isFailing() }),
    ...(pager && { pager: () => pager.isConnected() }),
  },
});
