/** Converts line feeds to CRLF, because a terminal needs the carriage return. The pattern scans each run of returns once. */
export const toCrLf = (text: string): string => text.replaceAll(/(?<!\r)\r*\n/g, '\r\n');
