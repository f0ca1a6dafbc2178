const parts = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const seconds = [604_800, 86_400, 3600, 60, 1] as const;

/** @returns milliseconds of an ISO 8601 duration without years and months (`PT1H`, `P7D`), undefined when it is none */
export function durationMs(text: string): number | undefined {
  const found = parts.exec(text);
  if (!found || /^P$|T$/.test(text)) return undefined;
  return seconds.reduce((sum, size, index) => sum + Number(found[index + 1] ?? 0) * size * 1000, 0);
}
