/**
 * Renders a field whose value is the content of a chosen file, in base64 without the prefix of a data URL
 * (screens/data-intake.md F1 `inline_binary`).
 */
import { useRef, useState, type ReactNode } from 'react';
import { FileInput } from '../file-input.js';

export interface BinaryInputProps {
  /** Called with the content of the chosen file, or with undefined when the file was removed or cannot be read. */
  readonly onChange: (base64: string | undefined) => void;
}

export function BinaryInput({ onChange }: BinaryInputProps): ReactNode {
  const [file, setFile] = useState<File>();
  /** The latest selected file; the user may select another one while a file is being read. */
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
    // The file cannot be read, for example because it was deleted after the selection; the field becomes empty.
    reader.onerror = () => wanted.current === next && choose(undefined);
    reader.readAsDataURL(next);
  };
  return <FileInput file={file} onChange={choose} />;
}
