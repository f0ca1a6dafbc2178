import { routeOf } from '../../kit/pages.js';

const root = '/system/contentpacks';

export const listRoute = root;
export const createRoute = `${root}/create`;
export const packRoute = (packId: string): string => routeOf(`${root}/:packId`, { packId });
export const editRoute = (packId: string, revision: number): string =>
  routeOf(`${root}/:packId/:revision/edit`, { packId, revision: String(revision) });
/** @param installation id of the installation to upgrade to the revision */
export const installRoute = (packId: string, revision: number, installation?: string): string => {
  const route = routeOf(`${root}/:packId/:revision/install`, { packId, revision: String(revision) });
  return installation === undefined ? route : `${route}?installation=${encodeURIComponent(installation)}`;
};
