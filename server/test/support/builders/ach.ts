import { settings } from '../../../src/domain/settings.ts'
import type { Caller } from '../service/api.ts'

/** The sender of the files, as in the printed example. */
export const originator = {
  achDestination: '091000019',
  achDestinationName: 'First Bank',
  achOrigin: '1123456789',
  achOriginName: 'Protect Admin LLC',
  achCompanyName: 'Protect Admin',
  achCompanyId: '1123456789',
}

export async function set(admin: Caller, values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const id = settings.find((setting) => setting.key === key)?.id
    const answer = await admin.patch(`/generalsettings/${id}`, { value })
    if (answer.status !== 200) throw new Error(`${key}: ${answer.text}`)
  }
}

const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }

export interface Payee {
  readonly holderId: number
  readonly methodId: number
}

export interface BankAccountChoice {
  readonly routingNumber?: string
  readonly accountNumber?: string
  readonly accountType?: string
  readonly secCode?: string
  readonly directions?: readonly string[]
  readonly holderName?: string
  /** Default: true. */
  readonly isDefault?: boolean
}

let serial = 0

/** A claim payee with a bank account. */
export async function payeeByAch(admin: Caller, choice: BankAccountChoice = {}): Promise<Payee> {
  serial += 1
  const payee = await admin.post('/claimpayees', {
    number: `ACH-${serial}`,
    name: 'Repair Shop Inc',
    address,
  })
  return { holderId: payee.body.id, methodId: await addBankAccount(admin, payee.body.id, choice) }
}

/** Gives an account holder a bank account, and tells its id. */
export async function addBankAccount(
  admin: Caller,
  accountHolderId: number,
  choice: BankAccountChoice,
): Promise<number> {
  const { directions = ['Pay', 'Receive'], isDefault = true, ...given } = choice
  const ach = {
    ...{ routingNumber: '011401533', accountNumber: '5550001', accountType: 'Checking' },
    ...{ holderName: 'Repair Shop Inc', ...given },
  }
  const entered = await admin.post('/availablePaymentMethods/paymentMethod', { type: 'ACH', ach })
  const { paymentMethodId } = entered.body
  const data = { accountHolderId, paymentMethodId, directions, isDefault }
  const offered = await admin.post('/availablePaymentMethods', data)
  if (offered.status !== 201) throw new Error(`${entered.text} ${offered.text}`)
  return paymentMethodId
}

let cashed = 0

interface CashChoice {
  readonly type?: 'Payment' | 'Receipt'
  readonly method?: string
  readonly amount?: number
  readonly date?: string
  readonly contractId?: number
}

/** Cash by ACH, and its id. A payment pays a row of its own; a receipt is applied to nothing. */
export async function cashByAch(
  admin: Caller,
  accountHolderId: number,
  { type = 'Payment', amount = 100, method = 'ACH', date = '2024-04-12', contractId }: CashChoice = {},
): Promise<number> {
  cashed += 1
  const row = { accountHolderId, direction: 'Pay', amount, reason: 'Repair', effectiveDate: date, contractId }
  const details =
    type === 'Payment' ? [{ ledgerId: (await admin.post('/ledgers', row)).body.id, amount }] : []
  const answer = await admin.post(
    '/cashtransactions',
    { type, method, accountHolderId, date, amount, details, allowUnapplied: type === 'Receipt' },
    { 'idempotency-key': `ach ${cashed}` },
  )
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}
