/**
 * Finds library frames in a stack trace, which obscure the few frames of the application's code. The functions are
 * pure.
 */
import { frameParts } from '../widgets/values/stack-frames.js';

export interface TracePart {
  readonly text: string;
  /** Offset within the whole text. */
  readonly start: number;
  /** Number of folded frames of libraries; undefined for a part that is always shown. */
  readonly frames?: number;
}

/** Packages and script folders of the JVM, .NET, Node.js and widespread frameworks. */
const libraryFrame =
  /^\s*at (?:async )?(?:[\w.@-]+\/{1,2})?(?:javax?|jdk|jakarta|sun|com\.sun|kotlinx?|scala|groovy|clojure\.lang|akka|reactor|rx|io\.(?:netty|undertow|reactivex|grpc|micronaut|quarkus|vertx)|org\.(?:springframework|apache|hibernate|eclipse|jboss|junit|postgresql|mongodb|xnio)|com\.(?:fasterxml|google\.common|zaxxer|mysql)|System|Microsoft)\.|\bnode_modules[/\\]|\bnode:\w/;

/** Smallest number of frames to fold: the label of a fold takes as much room as a single frame. */
const fewest = 2;
/** Maximum number of characters of a text that is folded; longer texts are shown in pieces. */
const longest = 60_000;

/**
 * Splits a text into parts that concatenate to the text; consecutive library frames form one part. Undefined when there
 * is nothing to fold.
 * @param ranges matches of the query, which are never folded
 */
export function foldedFrames(
  text: string,
  ranges: readonly { readonly start: number; readonly length: number }[] = [],
): readonly TracePart[] | undefined {
  if (text.length > longest) return undefined;
  const found = (from: number, to: number): boolean =>
    ranges.some(({ start, length }) => start < to && start + length > from);
  const parts: { text: string; start: number; frames?: number }[] = [];
  for (const { text: whole, frame, start } of frameParts(text)) {
    const last = parts.at(-1);
    // The line break after a frame belongs to the frame.
    const ended = last?.frames !== undefined && whole.startsWith('\n') ? 1 : 0;
    if (last && ended) last.text += '\n';
    const own = whole.slice(ended);
    if (own === '') continue;
    const folded = frame && libraryFrame.test(own) && !found(start, start + own.length);
    if (last && (folded ? 1 : 0) === Math.min(1, last.frames ?? 0)) {
      last.text += own;
      if (last.frames) last.frames++;
    } else parts.push({ text: own, start: start + ended, ...(folded && { frames: 1 }) });
  }
  const shown = merged(parts);
  return shown.some(({ frames }) => frames) ? shown : undefined;
}

/** Merges parts with fewer than `fewest` library frames into the adjacent visible text. */
function merged(parts: readonly TracePart[]): readonly TracePart[] {
  const all: { text: string; start: number; frames?: number }[] = [];
  for (const { text, start, frames = 0 } of parts) {
    const last = all.at(-1);
    if (frames >= fewest) all.push({ text, start, frames });
    else if (last && !last.frames) last.text += text;
    else all.push({ text, start });
  }
  return all;
}
