/** The element `log-content-packs`, which shows the page of a route; the console shows these pages by address. */
import { Area } from '../../kit/area.js';
import { contentPacksPages } from './pages.js';

export const LogContentPacks = ({ route }: { readonly route: string }) => (
  <Area pages={contentPacksPages} route={route} />
);
