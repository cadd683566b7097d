/** Whether a text is a US bank routing number: nine digits whose sum, weighted 3, 7, 1, is a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const weights = [3, 7, 1]
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0), 0)
  return sum > 0 && sum % 10 === 0
}

/** Whether a text can be the number of a bank account: 4 to 17 letters or digits. */
export const isAccountNumber = (text: string): boolean => /^[A-Za-z0-9]{4,17}$/.test(text)

/** The kinds of ACH entries. CCD: to and from companies. PPD: to and from people. */
export const secCodes = ['CCD', 'PPD'] as const
export type SecCode = (typeof secCodes)[number]

export const bankAccountTypes = ['Checking', 'Savings'] as const
export type BankAccountType = (typeof bankAccountTypes)[number]
