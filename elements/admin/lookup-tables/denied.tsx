/** Renders a message in place of a form that the user may not use. */
import type { ReactNode } from 'react';
import { DeniedState } from '../../kit/empty-state.js';
import { laterKitTexts } from '../../kit/later-texts.js';

export const Denied = (): ReactNode => (
  <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>
);
