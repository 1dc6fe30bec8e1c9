import type { AttentionReason } from '../../core/chat/attention.ts';

/** The notes for each reason, in hertz: rising when the user is needed, falling when a session stopped. */
const NOTES: Readonly<Record<AttentionReason, readonly number[]>> = {
  needsYou: [660, 880],
  finished: [784],
  stopped: [660, 494],
};

const NOTE_SECONDS = 0.14;
const VOLUME = 0.08;

let context: AudioContext | undefined;

/**
 * Plays a few soft notes. VS Code has no API for sounds, so the page makes them. A browser allows this only on a page that
 * the user has used; there is no sound before that.
 */
export function playSound(reason: AttentionReason): void {
  if (!navigator.userActivation.hasBeenActive) {
    return;
  }
  context ??= new AudioContext();
  const audio = context;
  NOTES[reason].forEach((hertz, index) => {
    const startsAt = audio.currentTime + index * NOTE_SECONDS;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, startsAt);
    volume.gain.linearRampToValueAtTime(VOLUME, startsAt + 0.01);
    volume.gain.linearRampToValueAtTime(0, startsAt + NOTE_SECONDS);
    const note = new OscillatorNode(audio, { frequency: hertz });
    note.connect(volume).connect(audio.destination);
    note.start(startsAt);
    note.stop(startsAt + NOTE_SECONDS);
  });
}
