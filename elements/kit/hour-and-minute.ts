/** Formats an instant in milliseconds since the epoch as the time of day in an IANA time zone: 19:44. */
export function hourAndMinute(ms: number, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(ms);
}
