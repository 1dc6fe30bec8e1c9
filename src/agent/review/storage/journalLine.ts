import { createHash } from 'node:crypto';
import { parseJson } from '../../../core/json.ts';

/** A line that can be checked when it is read: it ends with a checksum of itself. */
export function encodeJournalLine(entry: object): string {
  const json = JSON.stringify(entry);
  return `${json.slice(0, -1)},"sum":"${checksum(json)}"}\n`;
}

/** Parses a line. Undefined if it is damaged. Lines of older versions have no checksum. */
export function decodeJournalLine(raw: string): unknown {
  const [suffix, sum] = SUM.exec(raw) ?? [];
  const json = suffix === undefined ? raw : `${raw.slice(0, -suffix.length)}}`;
  return sum === undefined || checksum(json) === sum ? parseJson(json) : undefined;
}

const SUM = /,"sum":"([0-9a-f]{16})"\}$/;

const checksum = (json: string): string =>
  createHash('sha1').update(json).digest('hex').slice(0, 16);
