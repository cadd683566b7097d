// How programs describe themselves is long and full of history. The first name that fits is the one that counts: every
// browser also names those that it wants to be taken for.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

interface DeviceParts {
  readonly browser: string | undefined
  readonly system: string | undefined
}

/** The browser and the system in a program's description of itself. */
export const deviceParts = (description: string): DeviceParts => ({
  browser: browsers.find(([pattern]) => pattern.test(description))?.[1],
  system: systems.find(([pattern]) => pattern.test(description))?.[1],
})
