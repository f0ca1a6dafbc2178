/** Values of a configuration by name; the functions of this file return a default for absent and invalid values. */
export type Attributes = Readonly<Record<string, unknown>>;

export function textOr<T extends string | undefined>(attributes: Attributes, name: string, otherwise: T): string | T {
  const value = attributes[name];
  return typeof value === 'string' && value.trim() !== '' ? value : otherwise;
}

export function numberOr<T extends number | undefined>(attributes: Attributes, name: string, otherwise: T): number | T {
  const value = attributes[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

export function flagOr(attributes: Attributes, name: string, otherwise: boolean): boolean {
  const value = attributes[name];
  return typeof value === 'boolean' ? value : otherwise;
}
