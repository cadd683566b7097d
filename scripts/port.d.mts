// What the tests use of port.mjs, which is plain JavaScript because it runs before anything is installed.
export function portRefusal(environment: {
  readonly HOST?: string
  readonly PORT?: string
}): Promise<string | undefined>
