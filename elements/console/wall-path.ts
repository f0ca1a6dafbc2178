/** Returns true if a path belongs to the wall display, which stays visible without a session or server. */
export function isWallPath(pathname: string): boolean {
  return /\/dashboards\/tv\/[^/]+\/?$/.test(pathname);
}
