import { routeOf } from '../../kit/pages.js';

const root = '/system/contentpacks';

export const listRoute = root;
export const createRoute = `${root}/create`;
export const packRoute = (packId: string): string => routeOf(`${root}/:packId`, { packId });
export const editRoute = (packId: string, revision: number): string =>
  routeOf(`${root}/:packId/:revision/edit`, { packId, revision: String(revision) });
/**
 * Returns the route of the page that installs a revision of a content pack.
 * @param installation id of the installation that is upgraded to the revision; undefined for a new installation
 */
export const installRoute = (packId: string, revision: number, installation?: string): string => {
  const route = routeOf(`${root}/:packId/:revision/install`, { packId, revision: String(revision) });
  return installation === undefined ? route : `${route}?installation=${encodeURIComponent(installation)}`;
};
