import type { Answer, Caller } from '../service/api.ts'

// Files of banks, made from the published rules.

/** What happened on the account. Money in is positive. */
export interface BankEntry {
  readonly date?: string
  readonly amount: number
  readonly checkNumber?: string
  readonly reference?: string
  readonly description?: string
}

/** A line as it is answered. */
export interface AnsweredLine {
  id: number
  date: string
  amount: number
  status: string
  cashTransactionId: number | null
  cashTransactionIds: number[]
  suggestions: number[]
  reason: string | null
}

const inCents = (amount: number) => Math.round(amount * 100)
const DAY = '2024-04-12'

export const inBase64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')

/** The body that sends these entries as CSV. The opening balance is 1,000.00. */
export function csvFile(entries: readonly BankEntry[], changes: object = {}) {
  const rows = entries.map(({ date = DAY, amount, checkNumber = '', reference = '', description = '' }) =>
    [date, amount.toFixed(2), checkNumber, reference, `"${description}"`].join(','),
  )
  const sum = entries.reduce((all, { amount }) => all + inCents(amount), 0)
  return {
    ...{ format: 'CSV', fileName: 'bank.csv', openingBalance: 1000, closingBalance: (100_000 + sum) / 100 },
    data: inBase64(['date,amount,check number,reference,description', ...rows, ''].join('\r\n')),
    ...changes,
  }
}

/** The body that sends these entries of one day as BAI2. The opening balance is 1,000.00. */
export function bai2File(entries: readonly BankEntry[], day = DAY) {
  const compact = day.slice(2).replaceAll('-', '')
  const sum = entries.reduce((all, { amount }) => all + inCents(amount), 0)
  const closing = 100_000 + sum
  const details = entries.map(({ amount, checkNumber, reference = '', description = '' }) => {
    const type = amount > 0 ? '165' : checkNumber === undefined ? '455' : '475'
    return `16,${type},${Math.abs(inCents(amount))},Z,${reference},${checkNumber?.padStart(10, '0') ?? ''},${description}/`
  })
  const total = 100_000 + closing + entries.reduce((all, { amount }) => all + Math.abs(inCents(amount)), 0)
  const lines = [
    `01,091000019,SUMMIT,${compact},0600,1,80,,2/`,
    `02,SUMMIT,091000019,1,${compact},,USD,2/`,
    `03,000777,USD,010,100000,,,015,${closing},,/`,
    ...details,
    `49,${total},${details.length + 2}/`,
    `98,${total},1,${details.length + 4}/`,
    `99,${total},1,${details.length + 6}/`,
  ]
  return { format: 'BAI2', fileName: 'bank.bai', data: inBase64(`${lines.join('\n')}\n`) }
}

export const sendBankFile = (caller: Caller, body: object): Promise<Answer> => caller.post('/bankfiles', body)

/** Reads a file in and gives its lines. */
export async function linesOf(caller: Caller, body: object): Promise<AnsweredLine[]> {
  const answer = await sendBankFile(caller, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.lines
}
