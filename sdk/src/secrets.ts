const secretName = /password|secret|token|totp|recoveryCodes/i
const MASK = '***'

/** A copy of JSON data in which passwords, tokens and keys are masked, fit to be shown. Other values stay as they are. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  // API keys and the secrets of one-time codes are known by how they begin.
  if (typeof value === 'string') return /^(bw_(live|test)_|otpauth:)/.test(value) ? MASK : value
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) && inner !== null ? MASK : withoutSecrets(inner),
    ]),
  )
}
