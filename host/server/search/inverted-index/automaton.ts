/**
 * Compiles regular expressions to automata over UTF-8 bytes that decide whether a whole value matches. Only features
 * that all engines interpret alike are supported: characters, classes, groups, alternatives and repetitions.
 */
import type { Expression } from '../../regex/regex-parts.js';

/** Transition to the state `next` by any byte from `from` to `to`. */
interface Step {
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

interface Place {
  readonly steps: Step[];
  /** States that are reached without a byte (epsilon transitions). */
  readonly free: number[];
}

/** Largest number of states of the nondeterministic automaton; a larger pattern is left to the scan. */
const mostPlaces = 1000;
/** Largest number of cached sets of states. */
const mostStates = 2000;
/** Largest number of states that are examined to compute the cached sets; beyond this number a scan is cheaper. */
const mostWork = 500_000;

/** Thrown when matching a pattern turns out to be too expensive, so that a scan has to evaluate the pattern. */
export class TooCostlyError extends Error {
  override readonly name = 'TooCostlyError';
}

class TooLargeError extends Error {}

interface State {
  readonly places: readonly number[];
  readonly isEnd: boolean;
  /** Next state for each byte; undefined if the next state is not computed yet. */
  readonly next: (State | undefined)[];
}

export class Automaton {
  readonly #places: Place[] = [];
  readonly #end: number;
  readonly #start: number;
  readonly #states = new Map<string, State>();
  readonly #first: State;
  #work = 0;
  #built = 0;

  /** Compiles an expression; returns undefined if its automaton would be too large. */
  static of(expression: Expression): Automaton | undefined {
    try {
      return new Automaton(expression);
    } catch (error) {
      if (error instanceof TooLargeError || error instanceof TooCostlyError) return undefined;
      throw error;
    }
  }

  private constructor(expression: Expression) {
    this.#end = this.#place();
    this.#start = this.#build(expression, this.#end);
    this.#first = this.#stateOf([this.#start]);
  }

  /** True if the empty text matches. */
  get matchesNothing(): boolean {
    return this.#first.isEnd;
  }

  /** Returns bytes with which every matching value begins. @param most largest number of returned bytes */
  prefix(most: number): Buffer {
    const bytes: number[] = [];
    for (let state = this.#first; bytes.length < most && !state.isEnd;) {
      const steps = state.places.flatMap((place) => this.#places[place]?.steps ?? []);
      const [first] = steps;
      if (!first || steps.some(({ from, to }) => from !== first.from || to !== first.from)) break;
      bytes.push(first.from);
      // Known transitions are used even after the automaton has become too expensive.
      state = state.next[first.from] ?? this.#next(state, first.from);
    }
    return Buffer.from(bytes);
  }

  /** Tells whether a value matches. @throws TooCostlyError when the automaton has become too expensive */
  matches(bytes: Uint8Array, length: number): boolean {
    let state = this.#first;
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[at] ?? 0;
      state = state.next[byte] ?? this.#next(state, byte);
      if (state.places.length === 0) return false;
    }
    return state.isEnd;
  }

  /** Tells whether a value of the given length that consists only of the given bytes can match. */
  canMatch(bytes: readonly number[], length: number): boolean {
    let reached = [this.#start];
    for (let at = 0; at < length; at += 1) {
      const next = new Set<number>();
      for (const place of this.#closed(reached))
        for (const { from, to, next: behind } of this.#places[place]?.steps ?? [])
          if (bytes.some((byte) => byte >= from && byte <= to)) next.add(behind);
      reached = [...next];
    }
    return this.#closed(reached).has(this.#end);
  }

  // ---- sets of states ----

  /** Returns the given states and all states that are reachable from them without a byte. */
  #closed(reached: readonly number[]): Set<number> {
    const all = new Set(reached);
    for (const place of all) for (const other of this.#places[place]?.free ?? []) all.add(other);
    return all;
  }

  #next(state: State, byte: number): State {
    this.#count(state.places.length);
    const reached: number[] = [];
    for (const place of state.places)
      for (const { from, to, next } of this.#places[place]?.steps ?? [])
        if (byte >= from && byte <= to) reached.push(next);
    const next = this.#stateOf(reached);
    state.next[byte] = next;
    return next;
  }

  #stateOf(reached: readonly number[]): State {
    const all = this.#closed(reached);
    this.#count(all.size + 1);
    const places = [...all].sort((a, b) => a - b);
    const key = places.join();
    const known = this.#states.get(key);
    if (known) return known;
    if (this.#states.size >= mostStates) throw new TooCostlyError('A regular expression takes too much memory');
    const state: State = { places, isEnd: all.has(this.#end), next: [] };
    this.#states.set(key, state);
    return state;
  }

  #count(work: number): void {
    if ((this.#work += work) > mostWork) throw new TooCostlyError('A regular expression takes too long');
  }

  // ---- states ----

  #place(): number {
    if (this.#places.length >= mostPlaces) throw new TooLargeError();
    return this.#places.push({ steps: [], free: [] }) - 1;
  }

  /**
   * Builds the states of an expression backwards.
   * @param end state to which a match of the expression leads
   * @returns first state of the expression
   * @throws TooLargeError when the automaton becomes too large
   */
  #build(expression: Expression, end: number): number {
    // The number of visited parts is bounded as well, because a part without characters adds no states.
    if ((this.#built += 1) > mostPlaces * 4) throw new TooLargeError();
    switch (expression.kind) {
      case 'signs':
        return this.#signs(expression.ranges, end);
      case 'sequence':
        return expression.parts.reduceRight((next, part) => this.#build(part, next), end);
      case 'choice': {
        const place = this.#place();
        for (const part of expression.parts) this.#places[place]?.free.push(this.#build(part, end));
        return place;
      }
      case 'repeat':
        return this.#repeat(expression, end);
    }
  }

  #repeat({ part, least, most }: Extract<Expression, { kind: 'repeat' }>, end: number): number {
    let next = end;
    if (most === Infinity) {
      next = this.#place();
      this.#places[next]?.free.push(end, this.#build(part, next));
    } else
      for (let time = least; time < most; time += 1) {
        const place = this.#place();
        this.#places[place]?.free.push(end, this.#build(part, next));
        next = place;
      }
    for (let time = 0; time < least; time += 1) next = this.#build(part, next);
    return next;
  }

  #signs(ranges: readonly (readonly [number, number])[], end: number): number {
    const place = this.#place();
    for (const [from, to] of ranges) this.#range(place, from, to, end);
    return place;
  }

  /** Adds a range of code points, split into ranges of equal encoded length that differ only in their last bytes. */
  #range(place: number, from: number, to: number, end: number): void {
    for (const last of [0x7f, 0x7ff, 0xffff])
      if (from <= last && to > last) {
        this.#range(place, from, last, end);
        this.#range(place, last + 1, to, end);
        return;
      }
    for (let bits = 6; bits <= 18 && from > 0x7f; bits += 6) {
      const mask = (1 << bits) - 1;
      if (from >> bits === to >> bits) continue;
      if ((from & mask) !== 0) {
        this.#range(place, from, from | mask, end);
        this.#range(place, (from | mask) + 1, to, end);
        return;
      }
      if ((to & mask) !== mask) {
        this.#range(place, from, (to & ~mask) - 1, end);
        this.#range(place, to & ~mask, to, end);
        return;
      }
    }
    const [low, high] = [bytesOf(from), bytesOf(to)];
    let here = place;
    for (const [at, first] of low.entries()) {
      const next = at === low.length - 1 ? end : this.#place();
      this.#places[here]?.steps.push({ from: first, to: high[at] ?? first, next });
      here = next;
    }
  }
}

const bytesOf = (sign: number): Buffer => Buffer.from(String.fromCodePoint(sign));
