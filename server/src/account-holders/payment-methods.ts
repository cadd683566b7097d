import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { json, storedList } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { isRoutingNumber } from '../domain/bank-numbers.ts'
import { unknownReference } from '../http/problems.ts'
import { CalendarDate, Id, optionalText, text } from '../http/schemas.ts'
import { refuse } from '../http/validation.ts'
import { defineField, type Field } from './fields.ts'
import { AddressAnswer, AddressInput } from './people.ts'
import type { Seals } from './seals.ts'

const methodTypes = ['Check', 'ACH', 'Wire', 'CreditCard', 'Cash', 'Netting'] as const
const prenoteStatuses = ['None', 'Sent', 'Confirmed', 'Failed'] as const

const achFields = {
  accountType: z.enum(['Checking', 'Savings']).default('Checking'),
  holderName: text(100),
  secCode: z.enum(['CCD', 'PPD']).default('CCD'),
  bankName: optionalText(100).default(null),
  prenoteStatus: z.enum(prenoteStatuses).default('None'),
  isActive: z.boolean().default(true),
}

/** A bank account. The account number can be written and is never answered. */
const AchInput = z
  .strictObject({
    routingNumber: z.string().refine(isRoutingNumber, {
      message: 'must be nine digits with a valid check digit',
      params: { code: 'Format' },
    }),
    accountNumber: z
      .string()
      .regex(/^[A-Za-z0-9]{4,17}$/, 'must be 4 to 17 letters or digits')
      .nullable()
      .default(null)
      .describe('Write only. Without it, the payment method with this id keeps its account number.'),
    ...achFields,
    effectiveFrom: CalendarDate.nullable().default(null),
  })
  .meta({
    id: 'AccountHolderACHData',
    example: { routingNumber: '111000025', accountNumber: '000123456789', holderName: 'Hill Country Ford' },
  })
type Ach = z.output<typeof AchInput>

const Card = z.strictObject({ brand: text(40), last4: text(4), token: text(200), expiry: text(10) })

const MethodInput = z
  .strictObject({
    id: Id.optional().describe(
      'The id of an existing payment method to keep or change. Without it, a new one is added.',
    ),
    type: z.enum(methodTypes),
    isDefault: z.boolean().default(false),
    ach: AchInput.nullable().default(null),
    card: Card.nullable().default(null),
    payeeName: optionalText(200).default(null),
    mailTo: AddressInput.nullable().default(null),
  })
  .superRefine((method, context) => {
    if (method.type !== 'ACH' || method.ach) return
    context.addIssue({
      code: 'custom',
      path: ['ach'],
      params: { code: 'Required' },
      message: 'A payment method of type ACH requires a bank account.',
    })
  })
  .meta({
    id: 'PaymentMethodData',
    example: { type: 'Check', isDefault: true, payeeName: 'Hill Country Ford' },
  })
type Method = z.output<typeof MethodInput>

const MethodAnswer = z
  .object({
    id: z.int(),
    type: z.enum(methodTypes),
    isDefault: z.boolean(),
    ach: z
      .object({
        routingNumber: z.string(),
        accountLast4: z.string(),
        accountType: z.string(),
        holderName: z.string(),
        secCode: z.string(),
        bankName: z.string().nullable(),
        prenoteStatus: z.enum(prenoteStatuses),
        isActive: z.boolean(),
        effectiveFrom: z.string().nullable(),
      })
      .meta({ id: 'PaymentMethodACH' })
      .nullable(),
    card: z
      .object({ brand: z.string(), last4: z.string(), token: z.string(), expiry: z.string() })
      .nullable(),
    payeeName: z.string().nullable(),
    mailTo: AddressAnswer.nullable(),
  })
  .meta({ id: 'PaymentMethod' })

interface StoredMethod extends Omit<Method, 'ach' | 'id'> {
  readonly id: number
  readonly ach: (Omit<Ach, 'accountNumber'> & { accountLast4: string }) | null
  /** Sealed. */
  readonly accountNumber: string | null
}

const STORED = `(select coalesce(json_agg(json_build_object('id', p.id, 'type', p.type, 'isDefault', p.is_default,
  'ach', p.ach, 'accountNumber', p.account_number, 'card', p.card, 'payeeName', p.payee_name, 'mailTo', p.mail_to)
  order by p.position, p.id), '[]') from payment_method p where p.account_holder_id = h.id)`

const oneDefault = (methods: readonly Method[]) => methods.filter((method) => method.isDefault).length <= 1

/** How an account holder pays and is paid. */
export const paymentMethodsField = defineField({
  columns: { payment_methods: json(storedList<StoredMethod>()) },
  input: z
    .array(MethodInput)
    .max(50)
    .refine(oneDefault, {
      message: 'at most one payment method can be the default',
      params: { code: 'Format' },
    })
    .nullable()
    .transform((value) => value ?? []),
  answer: z.array(MethodAnswer),
  initial: [],
  select: { payment_methods: STORED },
  read: ({ payment_methods }, seals) => payment_methods.map((stored) => methodFromStored(stored, seals)),
  show: ({ payment_methods }) => payment_methods.map(({ accountNumber: _, ...shown }) => shown),
  combine: (sent, present) => withKnownNumbers(sent as Method[], present as Method[]),
  save: (tx, ownerId, value, seals) => saveMethods(tx, ownerId, value as Method[], seals),
})

function methodFromStored({ ach, accountNumber, ...method }: StoredMethod, { open }: Seals): Method {
  if (!ach) return { ...method, ach }
  const { accountLast4: _, ...account } = ach
  return { ...method, ach: { ...account, accountNumber: accountNumber && open(accountNumber) } }
}

/** An existing payment method keeps its account number if none is sent. */
function withKnownNumbers(sent: readonly Method[], present: readonly Method[]): Method[] {
  return sent.map((method, index) => {
    const existing = present.find(({ id }) => id === method.id)
    if (method.id !== undefined && !existing)
      throw unknownReference(
        `/paymentMethods/${index}/id`,
        `payment method ${method.id} of this account holder`,
      )
    if (!method.ach) return method
    const accountNumber = method.ach.accountNumber ?? existing?.ach?.accountNumber
    if (!accountNumber) throw accountNumberRequired(`/paymentMethods/${index}/ach/accountNumber`)
    return { ...method, ach: { ...method.ach, accountNumber } }
  })
}

const accountNumberRequired = (pointer: string) =>
  refuse([{ pointer, code: 'Required', message: 'A new bank account requires an account number.' }])

async function saveMethods(tx: Tx, ownerId: number, methods: readonly Method[], seals: Seals): Promise<void> {
  const existingIds = methods.flatMap(({ id }) => (id === undefined ? [] : [id]))
  await sql`delete from payment_method where account_holder_id = ${ownerId} and id <> all(${existingIds}::bigint[])`.execute(
    tx,
  )
  for (const [position, method] of methods.entries()) await saveMethod(tx, ownerId, position, method, seals)
}

async function saveMethod(tx: Tx, ownerId: number, position: number, method: Method, seals: Seals) {
  const { accountNumber, ...account } = method.ach ?? { accountNumber: null }
  const ach = method.ach && JSON.stringify({ ...account, accountLast4: accountNumber?.slice(-4) ?? '' })
  const sealed = accountNumber && seals.seal(accountNumber)
  const card = method.card && JSON.stringify(method.card)
  const mailTo = method.mailTo && JSON.stringify(method.mailTo)
  if (method.id === undefined)
    await sql`insert into payment_method (account_holder_id, position, type, is_default, ach, account_number, card,
        payee_name, mail_to)
      values (${ownerId}, ${position}, ${method.type}, ${method.isDefault}, ${ach}, ${sealed}, ${card},
        ${method.payeeName}, ${mailTo})`.execute(tx)
  else
    await sql`update payment_method set position = ${position}, type = ${method.type},
        is_default = ${method.isDefault}, ach = ${ach}, account_number = ${sealed}, card = ${card},
        payee_name = ${method.payeeName}, mail_to = ${mailTo}
      where id = ${method.id} and account_holder_id = ${ownerId}`.execute(tx)
}

/** A bank account sent outside the payment methods. It becomes the default and replaces other ACH methods. */
export const achField: Field = {
  input: AchInput.nullable(),
  initial: null,
  columns: {},
  select: {},
  read: () => null,
  combine: (sent) => {
    const account = sent as Ach | null
    if (account && !account.accountNumber) throw accountNumberRequired('/ach/accountNumber')
    return account
  },
  async save(tx, ownerId, value, seals) {
    if (isDeepStrictEqual(value, null)) return
    await sql`delete from payment_method where account_holder_id = ${ownerId} and type = 'ACH'`.execute(tx)
    await sql`update payment_method set is_default = false, position = position + 1
      where account_holder_id = ${ownerId}`.execute(tx)
    const method = {
      type: 'ACH',
      isDefault: true,
      ach: value as Ach,
      card: null,
      payeeName: null,
      mailTo: null,
    } as const
    await saveMethod(tx, ownerId, 0, method, seals)
  },
}
