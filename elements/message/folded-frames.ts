/** Finds the library frames of a stack trace, which hide the few frames of the application's own code. The functions are pure. */
import { frameParts } from '../widgets/values/stack-frames.js';

export interface TracePart {
  readonly text: string;
  /** Offset in the whole text. */
  readonly start: number;
  /** Number of folded frames of libraries; undefined for a part that is always shown. */
  readonly frames?: number;
}

/** Names of packages, and folders of scripts, that the JVM, .NET, Node.js and wide-spread frameworks bring. */
const libraryFrame =
  /^\s*at (?:async )?(?:[\w.@-]+\/{1,2})?(?:javax?|jdk|jakarta|sun|com\.sun|kotlinx?|scala|groovy|clojure\.lang|akka|reactor|rx|io\.(?:netty|undertow|reactivex|grpc|micronaut|quarkus|vertx)|org\.(?:springframework|apache|hibernate|eclipse|jboss|junit|postgresql|mongodb|xnio)|com\.(?:fasterxml|google\.common|zaxxer|mysql)|System|Microsoft)\.|\bnode_modules[/\\]|\bnode:\w/;

/** One frame alone takes no more room than what would say that it is folded. */
const fewest = 2;
/** Longer texts are shown in pieces. */
const longest = 60_000;

/**
 * The text in parts that joined give it again; frames of libraries that follow each other are one part. Undefined where
 * nothing is to be folded.
 * @param ranges what the query found: it is never folded away
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
    // The break after a frame belongs to it.
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

/** Runs that are too short to be folded belong to what is around them. */
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
