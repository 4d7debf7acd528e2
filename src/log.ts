/** The one logger of the service; pino's loggers fit. Fields first: what a machine reads, then a line for a person. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
