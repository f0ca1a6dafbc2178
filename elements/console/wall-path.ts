/** Tells whether a path is that of the wall display, which stays when session or server are lost. */
export function isWallPath(pathname: string): boolean {
  return /\/dashboards\/tv\/[^/]+\/?$/.test(pathname);
}
