// Sounds, off until somebody asks for them: one's own turn, a hit, a find, the end.

import { kept, keep } from "./store.js";

const TUNES = {
  yours: [[660, 0.09], [880, 0.12]], hurt: [[160, 0.16]], find: [[880, 0.07], [1175, 0.12]], gain: [[740, 0.08]], roll: [[300, 0.03], [380, 0.03], [340, 0.03]],
  won: [[523, 0.12], [659, 0.12], [784, 0.24]], lost: [[330, 0.16], [247, 0.3]],
};
let out = null;

export const isOn = () => kept("sound", false);

export function toggle() {
  keep("sound", !isOn());
  sound("yours");
}

export function sound(name) {
  if (!TUNES[name] || !isOn()) return;
  out ??= new AudioContext();
  let at = out.currentTime;
  for (const [pitch, seconds] of TUNES[name]) {
    const tone = new OscillatorNode(out, { frequency: pitch, type: "triangle" });
    const volume = new GainNode(out, { gain: 0.12 });
    volume.gain.setTargetAtTime(0, at + seconds * 0.6, seconds / 5);
    tone.connect(volume).connect(out.destination);
    tone.start(at);
    tone.stop(at + seconds * 1.6);
    at += seconds;
  }
}
