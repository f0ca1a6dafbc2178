/** Returns true if a path belongs to the wall display, which stays visible when session or server are lost. */
export function isWallPath(pathname: string): boolean {
  return /\/dashboards\/tv\/[^/]+\/?$/.test(pathname);
}
