/** Detects the MIME type of audio from its first bytes, regardless of its name. */
export function sniffAudio(bytes: Uint8Array): string | undefined {
  const first = String.fromCharCode(...bytes.subarray(0, 36));
  if (first.startsWith('RIFF') && first.slice(8, 12) === 'WAVE') {
    return 'audio/wav';
  }
  if (first.startsWith('fLaC')) {
    return 'audio/flac';
  }
  if (first.startsWith('OggS')) {
    const codecs = ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex'];
    return codecs.some(codec => first.startsWith(codec, 28)) ? 'audio/ogg' : undefined;
  }
  if (first.slice(4, 8) === 'ftyp') {
    return /^M4[AB] $/.test(first.slice(8, 12)) ? 'audio/mp4' : undefined;
  }
  return first.startsWith('ID3') || isMpegFrame(bytes) ? 'audio/mpeg' : undefined;
}

/** Whether the bytes start with an MPEG layer III frame header: eleven set bits, and no reserved rate or bit rate. */
function isMpegFrame(bytes: Uint8Array): boolean {
  const [sync = 0, layer = 0, rates = 0] = bytes;
  const isLayer3 = sync === 0xff && (layer & 0xe6) === 0xe2 && (layer & 0x18) !== 0x08;
  return isLayer3 && (rates & 0xf0) !== 0xf0 && (rates & 0xf0) !== 0 && (rates & 0x0c) !== 0x0c;
}
