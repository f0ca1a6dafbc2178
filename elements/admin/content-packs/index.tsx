/** The element `log-content-packs`; the console shows its pages by their addresses. */
import { Area } from '../../kit/area.js';
import { contentPacksPages } from './pages.js';

export const LogContentPacks = ({ route }: { readonly route: string }) => (
  <Area pages={contentPacksPages} route={route} />
);
