/** Reads files that a user has chosen for an import, and states why a file cannot be imported as text. */
import { useRef, useState } from 'react';
import { laterKitTexts } from './later-texts.js';

const { file: words } = laterKitTexts;

export interface TextLimit {
  /** Largest size of a file in bytes. */
  readonly mostBytes: number;
  /** Problem of a larger file. */
  readonly tooLarge: string;
}

/** Content of a file without its byte order mark, or the problem that prevents its import. */
export type ReadText = { readonly text: string } | { readonly problem: string };

/**
 * Reads a file as UTF-8. A file in another encoding has a problem, because its text would be imported with replacement
 * characters. A file without characters other than white space has a problem too.
 */
export async function readTextFile(file: File, { mostBytes, tooLarge }: TextLimit): Promise<ReadText> {
  if (file.size > mostBytes) return { problem: tooLarge };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    // The file was changed or deleted after the selection.
    return { problem: words.unreadable };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.trim() === '' ? { problem: words.empty } : { text };
  } catch {
    return { problem: words.notUtf8 };
  }
}

export interface TextFile {
  readonly file: File | undefined;
  /** Problem that prevents the import of the chosen file. */
  readonly problem: string | undefined;
  readonly choose: (file: File | undefined) => void;
  /** Returns the text of the chosen file once it is read; undefined: no file is chosen or it has a problem. */
  readonly text: () => Promise<string | undefined>;
}

/**
 * Holds the file that the user has chosen.
 * @param onText receives the text of each chosen file; undefined: no file is chosen, it is being read or it has a
 * problem
 */
export function useTextFile(limit: TextLimit, onText?: (text: string | undefined) => void): TextFile {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  /** Content of the latest chosen file; the user may choose another file while one is being read. */
  const latest = useRef<Promise<ReadText>>(undefined);
  const choose = async (next: File | undefined): Promise<void> => {
    const reading = next && readTextFile(next, limit);
    latest.current = reading;
    setFile(next);
    setProblem(undefined);
    onText?.(undefined);
    const read = await reading;
    if (!read || latest.current !== reading) return;
    if ('problem' in read) setProblem(read.problem);
    else onText?.(read.text);
  };
  const text = async (): Promise<string | undefined> => {
    const read = await latest.current;
    return read && 'text' in read ? read.text : undefined;
  };
  return { file, problem, choose: (next) => void choose(next), text };
}
