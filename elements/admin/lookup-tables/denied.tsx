/** Message in place of a form that the user may not use. */
import type { ReactNode } from 'react';
import { DeniedState } from '../../kit/empty-state.js';
import { kitTexts } from '../../kit/texts.js';

export const Denied = (): ReactNode => <DeniedState title={kitTexts.denied}>{kitTexts.deniedHelp}</DeniedState>;
