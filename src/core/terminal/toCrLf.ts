/** On a pipe a line ends without going back to its start. Each run of returns is looked at once, however long it is. */
export const toCrLf = (text: string): string => text.replaceAll(/(?<!\r)\r*\n/g, '\r\n');
