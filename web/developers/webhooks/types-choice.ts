/** All types of a kind, such as `contract.*`. */
const kindOf = (type: string) => `${type.split('.')[0]}.*`

/** Whether a type is sent: by its name, or with its kind. */
export const coversType = (chosen: readonly string[], type: string): boolean =>
  chosen.includes(type) || chosen.includes(kindOf(type))

/** The choice with a type or a kind more or less. A kind takes the place of its types. */
export function withType(chosen: readonly string[], one: string, isOn: boolean): readonly string[] {
  const others = chosen.filter((type) => type !== one && !(one.endsWith('.*') && kindOf(type) === one))
  return isOn ? [...others, one] : others
}
