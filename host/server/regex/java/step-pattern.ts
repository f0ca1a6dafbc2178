/**
 * The step-counting engine: a backtracking engine for regular expressions with features that a linear-time engine
 * lacks, such as look-around, atomic groups, possessive quantifiers and back references. It counts its steps, so the
 * time of a search is limited for any expression and text. It remembers failed states, so most expressions take no more
 * steps than their size times the length of the text.
 */
import type { FoundMatch } from '../native-regex.js';
import { StepMatch, StepsError } from './step-match.js';
import { isPlace } from './step-places.js';
import { isOf, isWithinSign, lengthAt, lengthBefore, takenBy } from './step-signs.js';
import {
  opUnit,
  opSet,
  opSplit,
  opJump,
  opSave,
  opLoop,
  opPlace,
  opLook,
  opBack,
  opProgress,
  opDone,
  width,
  type Loop,
  type Look,
  type StepProgram,
} from './step-program.js';
import type { SignTable } from './sign-set.js';

/** Number of steps after which failed states are remembered. */
const stepsBeforeMemory = 5_000;
/** Largest size of the memory for failed states, in bits. */
const largestMemory = 1 << 25;

/**
 * Kinds of backtracking entries; the first number of an entry is its kind. If this number is not negative, it is the
 * instruction at which the program continues.
 */
const entrySlot = -1;
const entryGreedy = -2;
const entryLazy = -3;

export class StepPattern {
  readonly #program: StepProgram;
  readonly #slots: Int32Array;
  #stack = new Int32Array(256);
  #top = 0;
  #steps = 0;
  #depth = 0;
  #text = '';
  /**
   * Bit set of the states that were tried; undefined: states are not remembered, because the search is short so far, or
   * the bit set would be too large.
   */
  #tried: Uint32Array | undefined;
  #mayRemember = false;

  /** @param mostSteps largest number of steps of one search */
  constructor(
    program: StepProgram,
    private readonly mostSteps: number,
  ) {
    this.#program = program;
    this.#slots = new Int32Array(program.slots);
  }

  /**
   * Returns the first match from a position on; undefined: there is none.
   * @throws StepsError when the search takes too many steps
   */
  find(text: string, from = 0): FoundMatch | undefined {
    const { first, isAtBegin, states } = this.#program;
    this.#text = text;
    this.#steps = 0;
    this.#tried = undefined;
    this.#mayRemember = states > 0 && states * (text.length + 1) <= largestMemory;
    const last = isAtBegin ? 0 : text.length;
    for (let start = from; start <= last; start += 1) {
      if (first && !(start < text.length && isOf(first, text, start))) continue;
      if (isWithinSign(text, start)) continue;
      this.#slots.fill(-1);
      this.#top = 0;
      const end = this.#run(0, start, -1);
      if (end < 0) continue;
      this.#slots[0] = start;
      this.#slots[1] = end;
      return new StepMatch(text, this.#slots.slice());
    }
    return undefined;
  }

  #push(kind: number, a: number, b: number, c: number): void {
    if (this.#top + 4 > this.#stack.length) {
      const larger = new Int32Array(this.#stack.length * 2);
      larger.set(this.#stack);
      this.#stack = larger;
    }
    this.#stack[this.#top++] = kind;
    this.#stack[this.#top++] = a;
    this.#stack[this.#top++] = b;
    this.#stack[this.#top++] = c;
  }

  /**
   * Tells whether a state has been tried before, and remembers it. The result is always false within look-arounds and
   * atomic groups, and while states are not remembered.
   */
  #wasTried(state: number, position: number): boolean {
    const tried = this.#tried;
    if (!tried || this.#depth > 1) return false;
    const bit = state * (this.#text.length + 1) + position;
    const word = tried[bit >> 5] ?? 0;
    if ((word & (1 << (bit & 31))) !== 0) return true;
    tried[bit >> 5] = word | (1 << (bit & 31));
    return false;
  }

  #count(): void {
    this.#steps += 1;
    if (this.#steps <= stepsBeforeMemory) return;
    if (this.#steps > this.mostSteps) throw new StepsError('The search takes too many steps.');
    if (!this.#mayRemember) return;
    this.#mayRemember = false;
    this.#tried = new Uint32Array(((this.#program.states * (this.#text.length + 1)) >> 5) + 1);
  }

  /**
   * Runs the program from an instruction on.
   * @param mustEnd the only position at which the match may end; -1: any
   * @returns the end of the match; -1: no match, and all slots are as before
   */
  #run(from: number, start: number, mustEnd: number): number {
    const { code, sets, loops, looks } = this.#program;
    const text = this.#text;
    const base = this.#top;
    let pc = from;
    let at = start;
    this.#depth += 1;
    for (;;) {
      this.#count();
      let isOn = true;
      const a = code[pc + 1] ?? 0;
      const b = code[pc + 2] ?? 0;
      switch (code[pc]) {
        case opUnit:
          isOn = text.charCodeAt(at++) === a;
          pc += width;
          break;
        case opSet:
          isOn = at < text.length && isOf(sets[a] as SignTable, text, at);
          if (isOn) at += lengthAt(text, at);
          pc += width;
          break;
        case opSplit:
          if (this.#wasTried(b, at)) isOn = false;
          else this.#push(a, at, 0, 0);
          pc += width;
          break;
        case opJump:
          pc = a;
          break;
        case opSave:
          this.#push(entrySlot, a, this.#slots[a] ?? -1, 0);
          this.#slots[a] = at;
          pc += width;
          break;
        case opLoop:
          at = this.#wasTried(code[pc + 3] ?? 0, at) ? -1 : this.#loop(pc, at, loops[b] as Loop, sets[a] as SignTable);
          isOn = at >= 0;
          pc += width;
          break;
        case opPlace:
          isOn = isPlace(a, text, at, b === 1);
          pc += width;
          break;
        case opLook:
          at = this.#look(looks[a] as Look, pc + width, at);
          isOn = at >= 0;
          pc = b;
          break;
        case opBack:
          at = this.#back(a, at, b === 1);
          isOn = at >= 0;
          pc += width;
          break;
        case opProgress:
          pc = this.#slots[a] === at ? b : pc + width;
          break;
        case opDone:
          if (mustEnd < 0 || at === mustEnd) {
            this.#depth -= 1;
            return at;
          }
          isOn = false;
      }
      if (isOn) continue;
      // Backtrack to the latest entry that has another alternative.
      pc = -1;
      while (this.#top > base && pc < 0) {
        const stack = this.#stack;
        const entry = this.#top - 4;
        const kind = stack[entry] ?? 0;
        const first = stack[entry + 1] ?? 0;
        const second = stack[entry + 2] ?? 0;
        if (kind === entrySlot) {
          this.#slots[first] = second;
          this.#top = entry;
        } else if (kind >= 0) {
          pc = kind;
          at = first;
          this.#top = entry;
        } else {
          this.#count();
          const next =
            kind === entryGreedy
              ? this.#less(entry, first, second, stack[entry + 3] ?? 0)
              : this.#more(entry, first, second, stack[entry + 3] ?? 0);
          if (next >= 0) {
            pc = first + width;
            at = next;
          }
        }
      }
      if (pc >= 0) continue;
      this.#depth -= 1;
      return -1;
    }
  }

  /**
   * Matches a repeated character set.
   * @returns the position at which the program continues; -1: too few characters match
   */
  #loop(pc: number, start: number, loop: Loop, set: SignTable): number {
    const run = takenBy(set, this.#text, start, loop.least, loop.isLazy ? loop.least : loop.most);
    this.#steps += run.taken >> 2;
    if (run.least < 0) return -1;
    if (loop.isLazy) {
      if (loop.most > run.taken) this.#push(entryLazy, pc, run.end, run.taken);
    } else if (run.end > run.least && !loop.keeps) this.#push(entryGreedy, pc, run.least, run.end);
    return run.end;
  }

  /** Retries a greedy loop with one character fewer. @returns the new position; -1: this state was tried before */
  #less(entry: number, pc: number, least: number, end: number): number {
    const state = (this.#program.code[pc + 3] ?? 0) + 1;
    const next = end - Math.min(lengthBefore(this.#text, end), end - least);
    if (next > least) this.#stack[entry + 3] = next;
    else this.#top = entry;
    return this.#wasTried(state, next) ? -1 : next;
  }

  /**
   * Retries a lazy loop with one character more.
   * @returns the new position; -1: no further character matches, or the state was tried before
   */
  #more(entry: number, pc: number, at: number, taken: number): number {
    const { code, sets, loops } = this.#program;
    const loop = loops[code[pc + 2] ?? 0] as Loop;
    if (at >= this.#text.length || !isOf(sets[code[pc + 1] ?? 0] as SignTable, this.#text, at)) {
      this.#top = entry;
      return -1;
    }
    const next = at + lengthAt(this.#text, at);
    if (taken + 1 < loop.most) {
      this.#stack[entry + 2] = next;
      this.#stack[entry + 3] = taken + 1;
    } else this.#top = entry;
    return this.#wasTried((code[pc + 3] ?? 0) + 1, next) ? -1 : next;
  }

  /** Runs a look-around or an atomic group. @returns the position at which the program continues; -1: it fails */
  #look({ kind, isNegated, least, most }: Look, pc: number, at: number): number {
    const base = this.#top;
    let end = -1;
    if (kind === 'behind') {
      let begin = at;
      for (let back = 0; back <= most && begin >= 0 && end < 0; back += 1) {
        if (back >= least) end = this.#run(pc, begin, at);
        begin -= lengthBefore(this.#text, begin);
      }
    } else end = this.#run(pc, at, -1);
    if (end < 0) return isNegated ? at : -1;
    this.#keepSlots(base, isNegated);
    if (isNegated) return -1;
    return kind === 'atomic' ? end : at;
  }

  /**
   * Drops the backtracking entries of a look-around or atomic group, except those that restore the slots of its groups.
   * @param isTakenBack true: the slots are restored immediately, because the look-around is negated
   */
  #keepSlots(base: number, isTakenBack: boolean): void {
    const stack = this.#stack;
    if (isTakenBack) {
      for (let entry = this.#top - 4; entry >= base; entry -= 4) {
        if (stack[entry] === entrySlot) this.#slots[stack[entry + 1] ?? 0] = stack[entry + 2] ?? -1;
      }
      this.#top = base;
      return;
    }
    let kept = base;
    for (let entry = base; entry < this.#top; entry += 4) {
      if (stack[entry] !== entrySlot) continue;
      stack.copyWithin(kept, entry, entry + 4);
      kept += 4;
    }
    this.#top = kept;
  }

  #back(group: number, at: number, anyCase: boolean): number {
    const from = this.#slots[2 * group] ?? -1;
    const to = this.#slots[2 * group + 1] ?? -1;
    if (from < 0 || to < from) return -1;
    const wanted = this.#text.slice(from, to);
    const found = this.#text.slice(at, at + wanted.length);
    this.#steps += wanted.length >> 3;
    const isSame = wanted === found || (anyCase && wanted.toLowerCase() === found.toLowerCase());
    return isSame ? at + wanted.length : -1;
  }
}
