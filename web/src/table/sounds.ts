/** Three small synthesised sounds: soft, and over in half a second. Off by default. */
import { settings } from "$/settings.svelte";

export type Sound = "card" | "turn" | "end";

let context: AudioContext | null = null;

/** Browsers allow no sound before the first user gesture; then the context can be resumed. */
function awake(): AudioContext | null {
  if (!settings.sounds || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  // Suspended until the first gesture, or interrupted by a call: try to resume, and stay silent otherwise.
  if (context.state !== "running") context.resume().catch(() => undefined);
  return context.state === "running" ? context : null;
}

/** A tone like a small wooden bar: a hard attack that dies away. */
function bar(audio: AudioContext, pitch: number, at: number, length: number, loud: number): void {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}

/** Paper on wood: a short burst of noise. */
function brush(audio: AudioContext): void {
  const length = 0.07;
  const buffer = audio.createBuffer(1, Math.ceil(length * audio.sampleRate), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = (2 * Math.random() - 1) * (1 - n / samples.length) ** 3;
  const noise = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  noise.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 1900;
  gain.gain.value = 0.8;
  noise.connect(filter).connect(gain).connect(audio.destination);
  noise.start();
}

export function play(sound: Sound): void {
  const audio = awake();
  if (audio === null) return;
  const now = audio.currentTime;
  if (sound === "card") brush(audio);
  else if (sound === "turn") [587, 784].forEach((pitch, n) => bar(audio, pitch, now + 0.1 * n, 0.42, 0.2));
  // The end: down the in scale, like the close of a koto piece.
  else [1047, 880, 698, 659, 523].forEach((pitch, n) => bar(audio, pitch, now + 0.07 * n, 0.28, 0.2));
}
