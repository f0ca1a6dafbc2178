import { useConfirm } from '../feedback.js';
import { laterKitTexts } from '../later-texts.js';
import { formTexts } from './texts.js';

/** Returns a function that closes a dialog, after a confirmation if changes would be lost. */
export function useCloseGuard(isDirty: boolean, onClose: () => void): () => void {
  const confirm = useConfirm();
  const question = { title: laterKitTexts.areYouSure, text: formTexts.unsavedText, confirm: laterKitTexts.leave };
  return () => {
    if (!isDirty) return onClose();
    void confirm({ ...question, cancel: laterKitTexts.stay, danger: true }).then((leave) => leave && onClose());
  };
}
