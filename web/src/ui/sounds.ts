/** Sounds, made on the spot: no recordings. Off until somebody switches them on. */

import { prefs } from './prefs.svelte';

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!prefs.kept.sound) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

interface Burst {
  readonly at: number;
  readonly long: number;
  readonly tone: number;
  readonly loud: number;
}

/** Filtered noise that dies away: a step, a shot, a drum. */
function noise(audio: AudioContext, { at, long, tone, loud }: Burst): void {
  const frames = Math.ceil(audio.sampleRate * long);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'lowpass';
  filter.frequency.value = tone;
  const gain = audio.createGain();
  gain.gain.value = loud * prefs.kept.volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}

function note(audio: AudioContext, pitch: number, at: number, long: number): void {
  const voice = audio.createOscillator();
  const gain = audio.createGain();
  voice.type = 'triangle';
  voice.frequency.value = pitch;
  const from = audio.currentTime + at;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(0.2 * prefs.kept.volume, from + 0.03);
  gain.gain.exponentialRampToValueAtTime(0.001, from + long);
  voice.connect(gain).connect(audio.destination);
  voice.start(from);
  voice.stop(from + long);
}

export type Sound = 'steps' | 'shot' | 'dice' | 'clash' | 'drum' | 'turn';

const SOUNDS: Readonly<Record<Sound, (audio: AudioContext) => void>> = {
  steps: (audio) => {
    for (let i = 0; i < 4; i++) noise(audio, { at: i * 0.14, long: 0.06, tone: 500, loud: 0.5 });
  },
  shot: (audio) => {
    for (let i = 0; i < 5; i++)
      noise(audio, { at: i * 0.03 * Math.random(), long: 0.35, tone: 2400, loud: 0.35 });
  },
  dice: (audio) => {
    for (const at of [0, 0.09]) noise(audio, { at, long: 0.03, tone: 3500, loud: 0.6 });
  },
  clash: (audio) => {
    for (let i = 0; i < 6; i++) noise(audio, { at: i * 0.06, long: 0.08, tone: 5000, loud: 0.25 });
  },
  drum: (audio) => {
    for (const at of [0, 0.22, 0.5]) noise(audio, { at, long: 0.2, tone: 220, loud: 0.9 });
  },
  turn: (audio) => {
    note(audio, 392, 0, 0.5);
    note(audio, 523, 0.18, 0.7);
  },
};

export function play(sound: Sound): void {
  const audio = ready();
  if (audio) SOUNDS[sound](audio);
}

const OF_EVENTS: readonly (readonly [RegExp, Sound])[] = [
  [/Routed|Disordered|LeaderKilled|LeaderWounded/, 'drum'],
  [/MeleeFought|ChargeStruck/, 'clash'],
  [/FireResolved/, 'shot'],
  [/Moved|Rode|Arrived|Advanced|FellBack/, 'steps'],
];

/** The sound of what happened: the gravest of the events. */
export function soundOf(events: readonly string[]): Sound | null {
  for (const [names, sound] of OF_EVENTS)
    if (events.some((event) => names.test(event))) return sound;
  return null;
}
