export interface MqttPorts {
  readonly mqtt: number | undefined;
  readonly mqtts?: number | undefined;
}

/** Where wearables connect: over TLS if there is a certificate; null while both ports are closed. */
export function brokerUrlOf(publicUrl: string, { mqtt, mqtts }: MqttPorts): string | null {
  const { hostname } = new URL(publicUrl);
  if (mqtts !== undefined) return `mqtts://${hostname}:${mqtts}`;
  return mqtt === undefined ? null : `mqtt://${hostname}:${mqtt}`;
}
