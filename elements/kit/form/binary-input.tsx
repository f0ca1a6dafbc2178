/** A file as a value of its own: base64, without the prefix of a data address (screens/data-intake.md F1 `inline_binary`). */
import { useRef, useState, type ReactNode } from 'react';
import { FileInput } from '../file-input.js';

export interface BinaryInputProps {
  /** Undefined when the file was taken back. */
  readonly onChange: (base64: string | undefined) => void;
}

export function BinaryInput({ onChange }: BinaryInputProps): ReactNode {
  const [file, setFile] = useState<File>();
  /** The file that counts; another may have been chosen while one is read. */
  const wanted = useRef<File>(undefined);
  const choose = (next: File | undefined): void => {
    wanted.current = next;
    setFile(next);
    if (!next) return onChange(undefined);
    const reader = new FileReader();
    reader.onload = () => {
      if (wanted.current === next && typeof reader.result === 'string')
        onChange(reader.result.slice(reader.result.indexOf(',') + 1));
    };
    // The file was removed between being chosen and being read.
    reader.onerror = () => wanted.current === next && choose(undefined);
    reader.readAsDataURL(next);
  };
  return <FileInput file={file} onChange={choose} />;
}
