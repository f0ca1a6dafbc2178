/** Plays two short synthesised tones for a new alert. A browser may block sound until the user has used the page. */

const tones = [
  { hertz: 880, at: 0 },
  { hertz: 660, at: 0.18 },
] as const;
const toneSeconds = 0.16;
const loudness = 0.25;
/** Events of the user after which browsers allow a page to play sound. */
const gestures = ['pointerdown', 'keydown'] as const;

export class Bell {
  #context: AudioContext | undefined;
  readonly #onChange: (refused: boolean) => void;

  /**
   * @param onChange called immediately and on every change; the argument is true while the browser blocks sound, and
   * always if there is no sound device
   */
  constructor(onChange: (refused: boolean) => void) {
    this.#onChange = onChange;
    try {
      this.#context = new AudioContext();
      this.#context.addEventListener('statechange', this.#tell);
      for (const gesture of gestures) window.addEventListener(gesture, this.#wake, true);
    } catch {
      // Without a sound device the bell plays nothing.
    }
    this.#wake();
    this.#tell();
  }

  get refused(): boolean {
    return this.#context?.state !== 'running';
  }

  ring(): void {
    const context = this.#context;
    if (!context || this.refused) return this.#wake();
    for (const { hertz, at } of tones) {
      const begin = context.currentTime + at;
      const tone = new OscillatorNode(context, { frequency: hertz });
      const volume = new GainNode(context, { gain: 0 });
      volume.gain.setValueAtTime(0, begin);
      volume.gain.linearRampToValueAtTime(loudness, begin + 0.01);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + toneSeconds);
      tone.connect(volume).connect(context.destination);
      // A finished tone is disconnected; otherwise a display that runs for weeks would leak memory.
      tone.addEventListener('ended', () => volume.disconnect(), { once: true });
      tone.start(begin);
      tone.stop(begin + toneSeconds);
    }
  }

  end(): void {
    for (const gesture of gestures) window.removeEventListener(gesture, this.#wake, true);
    this.#context?.removeEventListener('statechange', this.#tell);
    void this.#context?.close().catch(() => undefined);
    this.#context = undefined;
  }

  readonly #wake = (): void => {
    if (this.#context?.state === 'suspended') void this.#context.resume().catch(() => undefined);
  };
  readonly #tell = (): void => this.#onChange(this.refused);
}
