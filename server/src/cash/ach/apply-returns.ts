import { createHash } from 'node:crypto'
import type { FormServices } from '../../contracts/form/write-form.ts'
import {
  bytes,
  cents,
  instant,
  int,
  json,
  oneOf,
  orNull,
  storedList,
  text,
  withDefault,
} from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { insertInto, table } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import { maskedCorrection } from '../../domain/cash/ach.ts'
import { cashStatuses, mayBecome } from '../../domain/cash/cash.ts'
import { amountOf, type Cents, ZERO } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { reverseCash } from '../transactions/reverse-cash.ts'
import { correctMethod, failPrenote } from './correct-methods.ts'
import { lockTraces } from './make-file.ts'
import type { AchReturnsModel, ReturnFileData } from './models.ts'
import { loadOriginator } from './originator.ts'
import { type BankNotice, type CorrectedEntry, type ReturnedEntry, readReturns } from './read-returns.ts'

const returnFiles = table('ach_return_file', {
  id: withDefault(int),
  fileName: text,
  checksum: bytes,
  returned: json(storedList<AchReturnsModel['returned'][number]>()),
  corrections: json(storedList<AchReturnsModel['corrections'][number]>()),
  unmatched: json(storedList<AchReturnsModel['unmatched'][number]>()),
  createdAt: instant,
  createdBy: text,
})

/** Applies what a bank sent back: all of the file or nothing, and each file once. */
export async function applyReturns(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { fileName, data }: ReturnFileData,
): Promise<AchReturnsModel> {
  const content = Buffer.from(data, 'base64')
  const { originator } = await loadOriginator(tx)
  const read = readReturns(content.toString('latin1'), originator)
  if ('fault' in read) {
    const { line, reason } = read.fault
    throw new Problem('AchFileInvalid', `Line ${line}: ${reason}`, { members: { line, reason } })
  }
  // Two copies of a file that arrive together: the second waits here and then finds the first.
  await lockTraces(tx)
  const checksum = createHash('sha256').update(content).digest()
  const known = await FIND_FILE.first(tx, [checksum])
  if (known)
    throw new Problem('DuplicateReturnFile', `The file was read before, as return file ${known.id}.`, {
      members: { id: known.id },
    })
  const answer: Outcome = { returned: [], corrections: [], unmatched: [] }
  for (const notice of read.notices) await applyNotice(tx, services, acting, { notice, answer })
  const id = await insertInto(tx, returnFiles, {
    ...{ fileName, checksum, ...answer },
    ...{ createdAt: acting.now, createdBy: acting.caller.name },
  })
  emit(tx, {
    subject: `achreturns/${id}`,
    type: 'achReturns.applied',
    data: {
      id,
      returned: answer.returned.length,
      corrections: answer.corrections.length,
      unmatched: answer.unmatched.length,
    },
  })
  return { id, ...answer }
}

const FIND_FILE = statement({ id: int }, 'select id from ach_return_file where checksum = $1')

type Outcome = Omit<AchReturnsModel, 'id'>

interface Applying<Notice> {
  readonly notice: Notice
  readonly answer: Outcome
}

/** The entry that a trace stands for: a cash transaction, or a prenote of a payment method. */
interface Entry {
  readonly cashTransactionId: number | null
  readonly paymentMethodId: number | null
}

async function applyNotice(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { notice, answer }: Applying<BankNotice>,
): Promise<void> {
  if (notice.kind === 'Return') return applyReturn(tx, services, acting, { notice, answer })
  const entry = await findEntry(tx, notice)
  const { trace, code, correctedData } = notice
  if (!entry) {
    answer.unmatched.push({ achTrace: trace, amount: 0, returnCode: code })
    return
  }
  const { cashTransactionId, paymentMethodId } = entry
  if (paymentMethodId !== null) await correctMethod(tx, services.seals, paymentMethodId, notice)
  answer.corrections.push({
    cashTransactionId,
    changeCode: code,
    correctedData: maskedCorrection(correctedData),
  })
}

async function applyReturn(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { notice, answer }: Applying<ReturnedEntry>,
): Promise<void> {
  const { trace, amount, code } = notice
  const entry = await findEntry(tx, notice)
  if (!entry) {
    answer.unmatched.push({ achTrace: trace, amount: amountOf(amount), returnCode: code })
    return
  }
  const { cashTransactionId, paymentMethodId } = entry
  if (cashTransactionId === null) {
    if (paymentMethodId !== null) await failPrenote(tx, paymentMethodId, code)
  } else if (entry.isLive)
    await reverseCash(tx, services, acting, cashTransactionId, {
      status: 'Returned',
      reason: `Returned by the bank: ${code}`,
      returnCode: code,
    })
  answer.returned.push({ cashTransactionId, achTrace: trace, returnCode: code })
}

/** A return has the amount of our entry. One of another amount is none of ours. */
async function findEntry(
  tx: Tx,
  notice: ReturnedEntry | CorrectedEntry,
): Promise<(Entry & { readonly isLive: boolean }) | undefined> {
  const amount = notice.kind === 'Return' ? notice.amount : null
  const cash = await FIND_CASH.first(tx, [notice.trace])
  if (cash)
    return isOfAmount(cash.amount, amount)
      ? {
          cashTransactionId: cash.id,
          paymentMethodId: cash.paymentMethodId,
          isLive: mayBecome(cash.status, 'Returned'),
        }
      : undefined
  const method = await FIND_PRENOTE.first(tx, [notice.trace])
  if (!method || !isOfAmount(ZERO, amount)) return undefined
  return { cashTransactionId: null, paymentMethodId: method.id, isLive: false }
}

const isOfAmount = (ours: Cents, theirs: Cents | null) => theirs === null || ours === theirs

const FIND_CASH = statement(
  { id: int, status: oneOf(cashStatuses), amount: cents, paymentMethodId: orNull(int) },
  `select id, status, amount, payment_method_id as "paymentMethodId" from cash_transaction
   where ach_trace = $1 order by id desc limit 1 for update`,
)
const FIND_PRENOTE = statement(
  { id: int },
  'select id from payment_method where prenote_trace = $1 order by id desc limit 1 for update',
)
