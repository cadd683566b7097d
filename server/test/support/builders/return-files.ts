// The file in which a bank sends entries back, made from the published rules.

export interface BankReturn {
  readonly trace: string
  readonly cents: number
  readonly code: string
}

export interface BankCorrection {
  readonly trace: string
  readonly code: string
  readonly data: string
}

const digits = (value: number | bigint, width: number) => String(value).padStart(width, '0')

const entry = (cents: number, hasAddenda = true) =>
  `621021000021${'000123456789'.padEnd(17)}${digits(cents, 10)}${''.padEnd(15)}${'SOMEONE'.padEnd(22)}  ${hasAddenda ? 1 : 0}021000020000001`
const returned = ({ code, trace }: BankReturn) =>
  `799${code}${trace}      02100002${''.padEnd(44)}021000020000001`
const corrected = ({ code, trace, data }: BankCorrection) =>
  `798${code}${trace}      02100002${data.padEnd(29)}${''.padEnd(15)}021000020000001`

const HASH = 2_100_002
const sums = (entries: number, cents: number, width: number) =>
  `${digits(entries * 2, width)}${digits(BigInt(HASH * entries) % 10_000_000_000n, 10)}${digits(0, 12)}${digits(cents, 12)}`

/** A return file for the company of `originator` (builders/ach.ts). */
export function returnFile(
  returns: readonly BankReturn[],
  corrections: readonly BankCorrection[] = [],
  company = '1123456789',
): string {
  const total = returns.reduce((sum, { cents }) => sum + cents, 0)
  const groups = [
    { sec: 'CCD', cents: total, lines: returns.flatMap((one) => [entry(one.cents), returned(one)]) },
    { sec: 'COR', cents: 0, lines: corrections.flatMap((one) => [entry(0), corrected(one)]) },
  ].filter(({ lines }) => lines.length > 0)
  const batches = groups.flatMap(({ sec, cents, lines }, at) => [
    `5200${'PROTECT ADMIN'.padEnd(36)}${company}${sec}RETURNS   240415240415   109100001${digits(at + 1, 7)}`,
    ...lines,
    `8200${sums(lines.length / 2, cents, 6)}${company}${''.padEnd(25)}09100001${digits(at + 1, 7)}`,
  ])
  const entries = returns.length + corrections.length
  const header = `101 ${company}0910000192404150900A094101${'PROTECT ADMIN LLC'.padEnd(23)}${'FIRST BANK'.padEnd(23)}`
  const blocks = Math.ceil((batches.length + 2) / 10)
  const control = `9${digits(groups.length, 6)}${digits(blocks, 6)}${sums(entries, total, 8)}`
  const lines = [header, ...batches, control].map((line) => line.padEnd(94))
  const filler = Array.from({ length: blocks * 10 - lines.length }, () => '9'.repeat(94))
  return [...lines, ...filler].map((line) => `${line}\n`).join('')
}

export const inBase64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')
