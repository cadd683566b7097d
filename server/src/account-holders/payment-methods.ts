import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { int, json, storedList, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { query } from '../db/statement.ts'
import { bankAccountTypes, isAccountNumber, isRoutingNumber } from '../domain/bank-numbers.ts'
import { type Caller, isLimited, type Scope } from '../http/caller.ts'
import { unknownReference } from '../http/problems.ts'
import { CalendarDate, Id, optionalText } from '../http/schemas.ts'
import { refuse } from '../http/validation.ts'
import { defineField, type Field } from './fields.ts'
import {
  BANK_ACCOUNT,
  bankAccountFields,
  Card,
  type MethodDirection,
  methodDirections,
  methodTypes,
  PaymentMethod,
  prenoteStatuses,
} from './payment-method-models.ts'
import { AddressInput } from './people.ts'
import { removeMethods } from './remove-methods.ts'
import type { Seals } from './seals.ts'

/** A bank account. The account number can be written and is never answered. */
const AchInput = z
  .strictObject({
    routingNumber: z
      .string()
      .refine(isRoutingNumber, {
        message: 'must be nine digits with a valid check digit',
        params: { code: 'Format' },
      })
      .meta({ pattern: '^\\d{9}$' }),
    accountNumber: z
      .string()
      .refine(isAccountNumber, { message: 'must be 4 to 17 letters or digits', params: { code: 'Format' } })
      .meta({ pattern: '^[A-Za-z0-9]{4,17}$' })
      .nullable()
      .default(null)
      .describe('Write only. Without it, the payment method with this id keeps its account number.'),
    accountType: z.enum(bankAccountTypes).default('Checking'),
    ...bankAccountFields,
    prenoteStatus: z.enum(prenoteStatuses).optional().describe('Default: as it is. None for a new account.'),
    isActive: z.boolean().optional().describe('Default: as it is. True for a new account.'),
    effectiveFrom: CalendarDate.nullable().default(null),
  })
  .meta({
    id: 'AccountHolderACH',
    example: { routingNumber: '111000025', accountNumber: '000123456789', holderName: 'Hill Country Ford' },
  })
type Ach = z.output<typeof AchInput>

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

/** A method as it is kept. Which directions it is for is set by POST /availablePaymentMethods. */
interface Method extends z.output<typeof MethodInput> {
  readonly directions: readonly MethodDirection[]
}

interface StoredMethod extends Omit<Method, 'ach' | 'id'> {
  readonly id: number
  readonly ach: (Omit<Ach, 'accountNumber'> & { accountLast4: string }) | null
  /** Sealed. */
  readonly accountNumber: string | null
}

const STORED = `(select coalesce(json_agg(json_build_object('id', p.id, 'type', p.type, 'isDefault', p.is_default,
  'ach', ${BANK_ACCOUNT}, 'accountNumber', p.account_number, 'card', p.card, 'payeeName', p.payee_name,
  'mailTo', p.mail_to, 'directions', p.directions)
  order by p.position, p.id), '[]') from payment_method p where p.account_holder_id = h.id)`

/** How an account holder pays and is paid. */
export const paymentMethodsField = defineField({
  columns: { owner_id: int, owner_type: text, payment_methods: json(storedList<StoredMethod>()) },
  input: z
    .array(MethodInput)
    .max(50)
    .nullable()
    .transform((value) => value ?? []),
  answer: z.array(PaymentMethod),
  initial: [],
  select: { owner_id: 'h.id', owner_type: 'h.type', payment_methods: STORED },
  read: ({ payment_methods }, seals) => payment_methods.map((stored) => methodFromStored(stored, seals)),
  show: ({ owner_id, owner_type, payment_methods }, caller) =>
    seesMethods(caller, { type: owner_type, id: owner_id })
      ? payment_methods.map(({ accountNumber: _, directions: __, ...shown }) => shown)
      : [],
  combine: (sent, present) => withKnownParts(sent as SentMethod[], present as Method[]),
  save: (tx, ownerId, value, seals) => saveMethods(tx, ownerId, value as Method[], seals),
})

/**
 * A limited caller sees lien holders, repair facilities and others that it does business with, but not their bank accounts.
 * It sees its own, and those of the dealers it acts for. An agent does not act for its dealers.
 */
function seesMethods({ scopes }: Pick<Caller, 'scopes'>, owner: Scope): boolean {
  if (!isLimited({ scopes }) || scopes.some(({ type, id }) => type === owner.type && id === owner.id))
    return true
  return owner.type === 'Dealer' && !scopes.some(({ type }) => type === 'Agent')
}

function methodFromStored({ ach, accountNumber, ...method }: StoredMethod, { open }: Seals): Method {
  if (!ach) return { ...method, ach }
  const { accountLast4: _, ...account } = ach
  return { ...method, ach: { ...account, accountNumber: accountNumber && open(accountNumber) } }
}

type SentMethod = Omit<Method, 'directions'>

/** An existing payment method keeps what is not sent: its account number, its state and what it is for. */
function withKnownParts(sent: readonly SentMethod[], present: readonly Method[]): Method[] {
  const methods = sent.map((method, index) => {
    const existing = present.find(({ id }) => id === method.id)
    if (method.id !== undefined && !existing)
      throw unknownReference(
        `/paymentMethods/${index}/id`,
        `payment method ${method.id} of this account holder`,
      )
    const { directions = methodDirections } = existing ?? {}
    if (!method.ach) return { ...method, directions }
    const accountNumber = method.ach.accountNumber ?? existing?.ach?.accountNumber
    if (!accountNumber) throw accountNumberRequired(`/paymentMethods/${index}/ach/accountNumber`)
    return { ...method, directions, ach: withKnownState({ ...method.ach, accountNumber }, existing?.ach) }
  })
  requireOneDefault(methods)
  return methods
}

/** Another bank account has not been tried yet. */
function withKnownState(sent: Ach, existing: Ach | null | undefined): Ach {
  const isSame =
    existing?.routingNumber === sent.routingNumber && existing.accountNumber === sent.accountNumber
  const { isActive = true, prenoteStatus = 'None' } = isSame ? existing : {}
  return { ...sent, isActive: sent.isActive ?? isActive, prenoteStatus: sent.prenoteStatus ?? prenoteStatus }
}

function requireOneDefault(methods: readonly Method[]): void {
  const defaults = methods.filter(({ isDefault }) => isDefault)
  const isTwice = (direction: MethodDirection) =>
    defaults.filter(({ directions }) => directions.includes(direction)).length > 1
  if (!methodDirections.some(isTwice)) return
  const message = 'At most one payment method can be the default for each direction.'
  throw refuse([{ pointer: '/paymentMethods', code: 'Format', message }])
}

const accountNumberRequired = (pointer: string) =>
  refuse([{ pointer, code: 'Required', message: 'A new bank account requires an account number.' }])

async function saveMethods(tx: Tx, ownerId: number, methods: readonly Method[], seals: Seals): Promise<void> {
  const kept = methods.flatMap(({ id }) => (id === undefined ? [] : [id]))
  await removeMethods(tx, await methodsOf(tx, ownerId, sql`id <> all(${kept}::bigint[])`))
  // The default may move from one method to another, and there is never more than one.
  if (kept.length > 0)
    await sql`update payment_method set is_default = false where account_holder_id = ${ownerId}`.execute(tx)
  for (const [position, method] of methods.entries()) await saveMethod(tx, ownerId, position, method, seals)
}

async function methodsOf(tx: Tx, ownerId: number, which: Sql): Promise<number[]> {
  const rows = await query({ id: int })`
    select id from payment_method where account_holder_id = ${ownerId} and ${which}`.rows(tx)
  return rows.map(({ id }) => id)
}

async function saveMethod(tx: Tx, ownerId: number, position: number, method: SentMethod, seals: Seals) {
  const { accountNumber, isActive = true, prenoteStatus = 'None', ...account } = method.ach ?? noAccount
  const ach = method.ach && JSON.stringify({ ...account, accountLast4: accountNumber?.slice(-4) ?? '' })
  const sealed = accountNumber && seals.seal(accountNumber)
  const card = method.card && JSON.stringify(method.card)
  const mailTo = method.mailTo && JSON.stringify(method.mailTo)
  if (method.id === undefined)
    await sql`insert into payment_method (account_holder_id, position, type, is_default, ach, account_number, card,
        payee_name, mail_to, is_active, prenote_status)
      values (${ownerId}, ${position}, ${method.type}, ${method.isDefault}, ${ach}, ${sealed}, ${card},
        ${method.payeeName}, ${mailTo}, ${isActive}, ${prenoteStatus})`.execute(tx)
  else
    await sql`update payment_method set position = ${position}, type = ${method.type},
        is_default = ${method.isDefault}, ach = ${ach}, account_number = ${sealed}, card = ${card},
        payee_name = ${method.payeeName}, mail_to = ${mailTo}, is_active = ${isActive},
        prenote_status = ${prenoteStatus},
        prenote_trace = case when ${prenoteStatus} <> 'None' then prenote_trace end
      where id = ${method.id} and account_holder_id = ${ownerId}`.execute(tx)
}

const noAccount: Pick<Ach, 'accountNumber' | 'isActive' | 'prenoteStatus'> = { accountNumber: null }

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
    await removeMethods(tx, await methodsOf(tx, ownerId, sql`type = 'ACH'`))
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
