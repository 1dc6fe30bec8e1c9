/** Writes messages for developers to a log. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
