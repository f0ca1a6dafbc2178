import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { Button } from './button.js';
import { CopyIcon } from './icons.js';
import { laterKitTexts } from './later-texts.js';
import { Tooltip } from './tooltip.js';

const saidForMs = 2000;

export interface CopyButtonProps {
  /** Text to copy, or a function that returns the text, for huge texts. */
  readonly text: string | (() => string | Promise<string>);
  /** Accessible name; also the tooltip unless `words` is set. */
  readonly label: string;
  /** True shows the label beside the icon. */
  readonly words?: boolean;
  readonly size?: 'medium' | 'small';
  readonly icon?: ReactElement;
}

/**
 * Renders a button that copies a text; it then shows "Copied!", or how to copy manually if the browser refuses (spec 1
 * §4).
 */
export function CopyButton({
  text,
  label,
  words = false,
  size = 'small',
  icon = <CopyIcon />,
}: CopyButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<string>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), saidForMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    setOutcome(await copyText(text));
  };
  const button = words ? (
    <Button appearance="subtle" size={size} icon={icon} title={label} onClick={copy}>
      {label}
    </Button>
  ) : (
    <Button appearance="secondary" size={size} icon={icon} onClick={copy} aria-label={label} />
  );
  return (
    <>
      {words ? (
        <Tooltip content={outcome ?? ''} visible={outcome !== undefined} relationship="label">
          {button}
        </Tooltip>
      ) : (
        <Tooltip content={outcome ?? label} visible={outcome !== undefined} relationship="label">
          {button}
        </Tooltip>
      )}
      <span className="lc-unseen" role="status">
        {outcome}
      </span>
    </>
  );
}

/**
 * Writes the text to the clipboard.
 * @returns message to show: that the text was copied, or, if that fails, how to copy it manually
 */
export async function copyText(text: CopyButtonProps['text']): Promise<string> {
  try {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
    return laterKitTexts.copied;
  } catch {
    return laterKitTexts.copyByHand(/Mac|iP(hone|ad)/.test(navigator.userAgent));
  }
}
