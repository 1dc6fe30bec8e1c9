/** An entry of git's index, as far as seeding needs it. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: number;
  readonly oid: string;
  /** When the file on disk was last changed (ctime), in seconds. */
  readonly changedAt: number;
  /** The size of the file on disk when git last checked it. The size of the blob may differ. */
  readonly diskBytes: number;
  /** Whether the entry is marked as assume-unchanged, skip-worktree or intent-to-add, and need not match the disk. */
  readonly unreliable: boolean;
}

/**
 * Parses an index of version 2 or 3 (gitformat-index). Returns `undefined` for anything else. Names that are not valid
 * UTF-8 are garbled.
 */
export function parseIndexEntries(index: Buffer): readonly IndexEntry[] | undefined {
  if (index.length < HEADER_BYTES || index.toString('latin1', 0, 4) !== 'DIRC') {
    return undefined;
  }
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (version !== 2 && version !== 3) {
    return undefined;
  }
  const entries: IndexEntry[] = [];
  for (let at = HEADER_BYTES; entries.length < count;) {
    const flags = index.readUInt16BE(at + FLAGS_AT);
    const nameAt = at + FLAGS_AT + ((flags & EXTENDED) !== 0 ? 4 : 2);
    const nameEnd = index.indexOf(0, nameAt);
    if (nameEnd < 0) {
      return undefined;
    }
    entries.push(entryAt(index, { at, flags, nameAt, nameEnd }));
    // One to eight NULs end an entry, so that its length is a multiple of eight.
    at += (nameEnd - at + 8) & ~7;
  }
  return entries;
}

const HEADER_BYTES = 12;
const MODE_AT = 24;
const SIZE_AT = 36;
const OID_AT = 40;
const OID_BYTES = 20;
const FLAGS_AT = OID_AT + OID_BYTES;
const EXTENDED = 0x4000;
const ASSUME_UNCHANGED = 0x8000;
const SKIPPED_OR_INTENDED = 0x6000;

interface EntryPosition {
  readonly at: number;
  readonly flags: number;
  readonly nameAt: number;
  readonly nameEnd: number;
}

function entryAt(index: Buffer, { at, flags, nameAt, nameEnd }: EntryPosition): IndexEntry {
  const more = (flags & EXTENDED) !== 0 ? index.readUInt16BE(at + FLAGS_AT + 2) : 0;
  return {
    path: index.toString('utf8', nameAt, nameEnd),
    mode: index.readUInt32BE(at + MODE_AT),
    oid: index.toString('hex', at + OID_AT, at + FLAGS_AT),
    changedAt: index.readUInt32BE(at),
    diskBytes: index.readUInt32BE(at + SIZE_AT),
    unreliable: (flags & ASSUME_UNCHANGED) !== 0 || (more & SKIPPED_OR_INTENDED) !== 0,
  };
}
