/** The element `log-content-packs`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { contentPacksPages } from './pages.js';

export const LogContentPacks = ({ route }: { readonly route: string }) => (
  <Area pages={contentPacksPages} route={route} />
);
